import type { ShownAnnouncement } from '@balcao/contract/announcements';
import { IconNews } from '@tabler/icons-react';
import { errorText } from '../../../platform/errors.ts';
import { formatDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { ListSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './announcements-panel.module.css';
import { useReadAnnouncements } from './mutations.ts';
import { PriorityChip } from './priority-chip.tsx';

export type AnnouncementsPanelProps = {
  /** Undefined while they load. */
  announcements: readonly ShownAnnouncement[] | undefined;
  error: unknown;
  retry: () => void;
  onOpen: (announcement: ShownAnnouncement) => void;
};

/** What operators announced, newest first. Opening one marks it as read. */
export function AnnouncementsPanel({ announcements, error, retry, onOpen }: AnnouncementsPanelProps) {
  const read = useReadAnnouncements();
  const open = (announcement: ShownAnnouncement) => {
    if (!announcement.read) read.mutate([announcement.id]);
    onOpen(announcement);
  };
  const unread = announcements?.filter((each) => !each.read).map(({ id }) => id) ?? [];
  return (
    <div className={css.panel}>
      <header className={css.head}>
        <h2>{t('Informativos')}</h2>
        {unread.length > 0 && (
          <button type="button" onClick={() => read.mutate(unread)} disabled={read.isPending}>
            {t('Marcar todos como lidos')}
          </button>
        )}
      </header>
      <div className={css.scroll}>
        {error && !announcements ? (
          <ErrorState title={t('Não foi possível carregar os informativos')} text={errorText(error)} onRetry={retry} />
        ) : !announcements ? (
          <ListSkeleton rows={3} rowHeight={72} label={t('Carregando os informativos')} />
        ) : announcements.length === 0 ? (
          <EmptyState art={<IconNews />} title={t('Nenhum informativo')}>
            {t('Os avisos da plataforma aparecem aqui.')}
          </EmptyState>
        ) : (
          <ul>
            {announcements.map((each) => (
              <li key={each.id}>
                <button type="button" className={css.row} data-priority={each.priority} onClick={() => open(each)}>
                  <span className={css.top}>
                    <b>{each.title}</b>
                    {!each.read && (
                      <span className={css.dot}>
                        <span className="visually-hidden">{t('Não lido')}</span>
                      </span>
                    )}
                  </span>
                  <span className={css.text}>{each.text}</span>
                  <span className={css.end}>
                    <PriorityChip priority={each.priority} />
                    <time dateTime={each.createdAt}>{formatDateTime(each.createdAt)}</time>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
