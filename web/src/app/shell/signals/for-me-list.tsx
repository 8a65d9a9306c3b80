import type { PingView } from '@balcao/contract/pings';
import { Button } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { markSeen } from '../../../data/pings/news.ts';
import { api } from '../../../platform/api.ts';
import { useNow } from '../../../platform/clock.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { formatAgo } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { ListSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './notification-bell.module.css';

type ForMeListProps = {
  /** Undefined while they load. */
  pings: readonly PingView[] | undefined;
  error: unknown;
  retry: () => void;
  onFollow: () => void;
};

/** Everything that asks for the person; what they have not seen stands out. */
export function ForMeList({ pings, error, retry, onFollow }: ForMeListProps) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const now = useNow();
  const seeAll = async () => {
    try {
      markSeen(cache, null, (await api('POST /v1/pings/seen', { body: {} })).seenAt);
    } catch (problem) {
      notifyError(problem);
    }
  };
  return (
    <div className={css.panel}>
      <h2 className={css.title}>{t('Para mim')}</h2>
      <div className={css.scroll}>
        {error && !pings ? (
          <ErrorState title={t('Não foi possível carregar o que é para você')} text={errorText(error)} onRetry={retry} />
        ) : !pings ? (
          <ListSkeleton rows={3} rowHeight={64} label={t('Carregando o que é para você')} />
        ) : pings.length === 0 ? (
          <EmptyState art={<IconAt />} title={t('Ninguém chamou você')}>
            {t('Menções em notas, conversas transferidas para você e as que você segue aparecem aqui.')}
          </EmptyState>
        ) : (
          <ul>
            {pings.map((ping) => (
              <li key={ping.id}>
                <button
                  type="button"
                  className={css.row}
                  data-unseen={ping.seenAt === null || undefined}
                  onClick={() => {
                    onFollow();
                    void navigate(`/tickets/${ping.ticket.uuid}`);
                  }}
                >
                  <Avatar name={ping.by?.name ?? ping.ticket.contactName} />
                  <span className={css.text}>
                    <b>
                      {ping.ticket.contactName} #{ping.ticket.number}
                    </b>
                    <span>{pingText(ping)}</span>
                  </span>
                  <span className={css.end}>
                    <time dateTime={ping.at}>{formatAgo(ping.at, now)}</time>
                    {ping.seenAt === null && <span className={css.unseen} role="img" aria-label={t('Não visto')} />}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {pings?.some(({ seenAt }) => seenAt === null) && (
        <div className={css.all}>
          <Button variant="default" size="sm" onClick={() => void seeAll()}>
            {t('Marcar tudo como visto')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What somebody wants of the person, in words. */
function pingText({ kind, by, text }: PingView): string {
  const name = by?.name ?? t('Balcão');
  const said = text ? `: ${text}` : '';
  switch (kind) {
    case 'mention':
      return t('{{name}} mencionou você', { name }) + said;
    case 'handed':
      return t('{{name}} transferiu para você', { name }) + said;
    case 'note':
      return t('{{name}} anotou', { name }) + said;
    case 'closed':
      return t('{{name}} resolveu', { name });
    case 'reopened':
      return by ? t('{{name}} reabriu', { name }) : t('Reaberta pelo cliente');
    case 'transferred':
      return t('{{name}} transferiu', { name });
  }
}
