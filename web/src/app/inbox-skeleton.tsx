import { t } from '../platform/i18n.ts';
import { ListSkeleton, Skeleton } from '../ui/page/skeleton.tsx';
import css from './inbox-skeleton.module.css';

/** The workspace while its code loads, with the parts where they will be. */
export function InboxSkeleton() {
  return (
    <div className={css.inbox}>
      <div className={css.list}>
        <div className={css.head}>
          <Skeleton width="60%" height={14} />
          <Skeleton height={32} />
        </div>
        <ListSkeleton rows={8} label={t('Carregando a página')} />
      </div>
      <div className={css.thread} />
    </div>
  );
}
