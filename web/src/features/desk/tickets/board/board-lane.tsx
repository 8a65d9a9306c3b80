import type { TicketView } from '@balcao/contract/tickets';
import { useDroppable } from '@dnd-kit/core';
import { Button } from '@mantine/core';
import { IconClockExclamation, IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { type BoardFilter, useLane } from '../../../../data/tickets/queries.ts';
import { errorText } from '../../../../platform/errors.ts';
import { formatNumber } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { useNearEnd } from '../../../../ui/list/use-near-end.ts';
import { Dot } from '../../../../ui/marks/mark.tsx';
import { Spinner } from '../../../../ui/marks/spinner.tsx';
import { ErrorState } from '../../../../ui/page/error-state.tsx';
import { Skeleton } from '../../../../ui/page/skeleton.tsx';
import css from './board.module.css';
import { BoardCard } from './board-card.tsx';
import { type BoardLane, dropId } from './lanes.ts';
import { turnOf } from './turn.ts';

export type LaneProps = {
  lane: BoardLane;
  filter: BoardFilter;
  filtered: boolean;
  ownId: number;
  now: number;
  selectedId: number | null;
  /** The card that was focused last. */
  currentId: number | null;
  /** A card in the hand would come here. */
  target: boolean;
  onOpen: (ticket: TicketView) => void;
  onFocus: (ticketId: number) => void;
  onNew: (lane: BoardLane) => void;
  onCount: (laneId: number | null, count: number) => void;
};

/** A lane with its cards, newest change first, loaded by 40. */
export function Lane({ lane, filter, filtered, target, ownId, now, selectedId, currentId, onOpen, onFocus, onNew, onCount }: LaneProps) {
  const list = useLane(lane.id, filter);
  const { setNodeRef } = useDroppable({ id: dropId(lane.id), data: { lane } });
  const { rows = [], count } = list;
  const tellCount = useEffectEvent(onCount);
  useEffect(() => {
    if (count !== undefined) tellCount(lane.id, count);
  }, [lane.id, count]);
  const end = useNearEnd(() => list.hasMore && list.loadMore());
  const late = rows.filter((ticket) => turnOf(ticket, now).tone === 'late').length;
  const hasCurrent = rows.some(({ id }) => id === currentId);
  const title = `lane-${lane.id ?? 0}`;
  return (
    <section ref={setNodeRef} className={css.lane} data-lane={lane.id ?? 0} data-target={target || undefined} aria-labelledby={title}>
      <header className={css.laneHead}>
        {lane.color && <Dot color={lane.color} />}
        <h2 id={title} title={lane.name}>
          {lane.name}
        </h2>
        {count !== undefined && (
          <span className={css.count}>
            {formatNumber(count)}
            <span className="visually-hidden"> {t('conversas')}</span>
          </span>
        )}
        {late > 0 && (
          <span className={css.late} title={t('Esperando resposta há mais de 20 minutos')}>
            <IconClockExclamation size={14} aria-hidden />
            {late}
            <span className="visually-hidden"> {t('esperando resposta há mais de 20 minutos')}</span>
          </span>
        )}
      </header>
      {list.error ? (
        <ErrorState title={t('Não foi possível carregar as conversas')} text={errorText(list.error)} onRetry={list.retry} />
      ) : list.rows === undefined ? (
        <div className={css.cards} role="status" aria-label={t('Carregando as conversas')}>
          <Skeleton height={104} />
          <Skeleton height={104} />
        </div>
      ) : (
        <div className={css.scroll}>
          {target && <div className={css.drop}>{t('Soltar em {{lane}}', { lane: lane.name })}</div>}
          <ul className={css.cards} aria-labelledby={title}>
            {rows.map((ticket, place) => (
              <BoardCard
                key={ticket.id}
                ticket={ticket}
                ownId={ownId}
                now={now}
                selected={ticket.id === selectedId}
                tabbable={ticket.id === currentId || (!hasCurrent && place === 0)}
                onOpen={onOpen}
                onFocus={onFocus}
              />
            ))}
          </ul>
          {rows.length === 0 && !target && (
            <p className={css.empty}>{filtered ? t('Nada aqui com estes filtros.') : t('Arraste uma conversa para cá.')}</p>
          )}
          {list.moreError ? (
            <ErrorState title={t('Não foi possível carregar o resto da lista')} text={errorText(list.moreError)} onRetry={list.retryMore} />
          ) : (
            list.hasMore && (
              <div className={css.more}>
                {list.loadingMore ? (
                  <Spinner size="xs" label={t('Carregando as conversas')} />
                ) : (
                  <Button variant="subtle" size="xs" onClick={list.loadMore}>
                    {t('Mostrar mais conversas')}
                  </Button>
                )}
              </div>
            )
          )}
          <div ref={end} />
        </div>
      )}
      <button type="button" className={css.add} onClick={() => onNew(lane)}>
        <IconPlus size={16} aria-hidden />
        {t('Conversa')}
        <span className="visually-hidden"> {t('em {{lane}}', { lane: lane.name })}</span>
      </button>
    </section>
  );
}
