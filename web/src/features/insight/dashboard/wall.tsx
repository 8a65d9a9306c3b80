import type { BoardView, DashboardView } from '@balcao/contract/dashboard';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNow } from '../../../platform/clock.ts';
import { errorText } from '../../../platform/errors.ts';
import { formatNumber, formatTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { minutesText, waitedText } from './figures-text.ts';
import css from './wall.module.css';

/** How many rows of each list fit. */
const rowsMax = 10;

export type WallScreenProps = {
  figures: DashboardView | undefined;
  board: BoardView | undefined;
  /** When the board was asked for last, in ms. */
  updatedAt: number;
  error: Error | null;
  stateOf: (connection: BoardView['connections'][number]) => ReactNode;
  onClose: () => void;
};

/** The moment on one screen, to be read from afar; nothing on it scrolls. Escape closes it. */
export function WallScreen({ figures, board, updatedAt, error, stateOf, onClose }: WallScreenProps) {
  const now = useNow(5_000);
  const counters = figures?.counters;
  const agents = [...(board?.agents ?? [])].sort((a, b) => Number(b.online) - Number(a.online) || b.happening - a.happening);
  const numbers = [...(board?.connections ?? [])].sort((a, b) => Number(isWell(a)) - Number(isWell(b)));
  const number = (n: number | undefined) => (n === undefined ? '…' : formatNumber(n));
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      radius={0}
      title={t('Painel ao vivo')}
      closeButtonProps={{ 'aria-label': t('Fechar') }}
      classNames={{ content: css.content ?? '', header: css.header ?? '', body: css.body ?? '' }}
      attributes={{ content: { 'aria-label': t('Painel ao vivo') } }}
    >
      <div className={css.wall}>
        {error && !board && <p role="alert">{errorText(error)}</p>}
        <dl className={css.figures}>
          <Figure label={t('Em Conversa')} value={number(board?.happening)} />
          <Figure label={t('Aguardando')} value={number(board?.pending)} warn={(counters?.supportPendingLong ?? 0) > 0} />
          <Figure label={t('Finalizados hoje')} value={number(counters?.supportFinished)} />
          <Figure label={t('T.M. de Espera hoje')} value={counters ? minutesText(counters.avgWaitTime) : '…'} />
          <Figure label={t('T.M. de Conversa hoje')} value={counters ? minutesText(counters.avgSupportTime) : '…'} />
        </dl>
        <div className={css.lists}>
          <List title={t('Esperando há mais tempo')} empty={t('Ninguém está esperando.')} total={board?.pending ?? 0}>
            {board?.waiting.slice(0, rowsMax).map((one) => (
              <li key={one.uuid}>
                <span>
                  <span>{one.contactName}</span>
                  <small>{one.queue?.name ?? t('Sem fila')}</small>
                </span>
                <b>{waitedText(one.since, now)}</b>
              </li>
            ))}
          </List>
          <List title={t('Atendentes agora')} empty={t('Nenhum atendente')} total={agents.length}>
            {agents.slice(0, rowsMax).map((one) => (
              <li key={one.id} data-off={!one.online || undefined}>
                <span>
                  <span>{one.name}</span>
                  <small>{one.online ? t('Online') : t('Offline')}</small>
                </span>
                <b>{formatNumber(one.happening)}</b>
              </li>
            ))}
          </List>
          <List title={t('Números')} empty={t('Nenhum número')} total={numbers.length}>
            {numbers.slice(0, rowsMax).map((one) => (
              <li key={one.id}>
                <span>{one.name}</span>
                {stateOf(one)}
              </li>
            ))}
          </List>
        </div>
        <p className={css.clock}>{board && t('Atualizado às {{time}}', { time: formatTime(new Date(updatedAt).toISOString()) })}</p>
      </div>
    </Modal>
  );
}

const isWell = ({ status }: { status: string }) => status === 'CONNECTED';

function Figure({ label, value, warn = false }: { label: string; value: string; warn?: boolean }) {
  return (
    <div data-warn={warn || undefined}>
      <dt>{label}</dt>
      <dd data-long={value.length > 6 || undefined}>{value}</dd>
    </div>
  );
}

/** `total`: how many there are, shown or not. */
function List({ title, empty, total, children }: { title: string; empty: string; total: number; children: ReactNode[] | undefined }) {
  const left = total - (children?.length ?? 0);
  return (
    <section className={css.list}>
      <h2>{title}</h2>
      {children?.length === 0 && <p>{empty}</p>}
      <ul>{children}</ul>
      {children && children.length > 0 && left > 0 && <p>{t('e mais {{n}}', { n: formatNumber(left) })}</p>}
    </section>
  );
}
