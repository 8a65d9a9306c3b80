import { t } from '../../../../platform/i18n.ts';
import { Skeleton } from '../../../../ui/page/skeleton.tsx';
import css from './conversation.module.css';

/** Placeholder for a conversation that is loading. */
export function ConversationSkeleton() {
  return (
    <div className={css.frame}>
      <div className={css.loading} role="status" aria-label={t('Carregando as mensagens')}>
        {[54, 38, 62, 44, 50].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={width % 4 === 2 ? 56 : 36} />
        ))}
      </div>
    </div>
  );
}
