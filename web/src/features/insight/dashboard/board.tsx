import type { BoardView } from '@balcao/contract/dashboard';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../../platform/clock.ts';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { Card } from '../../../ui/page/page-header.tsx';
import css from './dashboard.module.css';
import { waitedText } from './figures-text.ts';

/** What happens now: who waits longest, agents and their load, numbers and their state. `stateOf` says the state of a number. */
export function Board({ view, stateOf }: { view: BoardView; stateOf: (connection: BoardView['connections'][number]) => ReactNode }) {
  const now = useNow(15_000);
  return (
    <div className={css.board}>
      <Card
        title={t('Esperando há mais tempo')}
        aside={<Total to="/tickets?waiting=1" label={t('Aguardando: {{n}}', { n: formatNumber(view.pending) })} n={view.pending} />}
      >
        {view.waiting.length === 0 && <p className={css.small}>{t('Ninguém está esperando.')}</p>}
        <ul className={css.list}>
          {view.waiting.map((one) => (
            <li key={one.uuid}>
              <span className={css.row}>
                <Link to={`/tickets/${one.uuid}?waiting=1`}>{one.contactName}</Link>
                <b>{waitedText(one.since, now)}</b>
              </span>
              <span className={css.small}>{one.queue?.name ?? t('Sem fila')}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card
        title={t('Atendentes agora')}
        aside={<Total to="/tickets" label={t('Em conversa: {{n}}', { n: formatNumber(view.happening) })} n={view.happening} />}
      >
        <ul className={css.list}>
          {view.agents.map((one) => (
            <li key={one.id}>
              <span className={css.row}>
                <span className={css.state}>
                  <span className={css.dot} data-on={one.online || undefined} aria-hidden />
                  {one.name}
                </span>
                <span>
                  {one.online ? t('Online') : t('Offline')} ·{' '}
                  <Link to={`/tickets?tab=search&users=${one.id}`}>{t('{{n}} em conversa', { n: formatNumber(one.happening) })}</Link>
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('Números')}>
        {view.connections.length === 0 && <p className={css.small}>{t('Nenhum número')}</p>}
        <ul className={css.list}>
          {view.connections.map((one) => (
            <li key={one.id}>
              <span className={css.row}>
                <Link to="/connections">{one.name}</Link>
                {stateOf(one)}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** A number that opens the list behind it. */
function Total({ to, label, n }: { to: string; label: string; n: number }) {
  return (
    <span className={css.small}>
      <Link to={to} aria-label={label}>
        {formatNumber(n)}
      </Link>
    </span>
  );
}
