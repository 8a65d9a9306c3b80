import type { TicketOrder } from '@balcao/contract/ticket-list-rules';
import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNow } from '../../../../platform/clock.ts';
import { errorText } from '../../../../platform/errors.ts';
import { t } from '../../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../../platform/infinite-rows.ts';
import { VirtualList, type VirtualListHandle } from '../../../../ui/list/virtual-list.tsx';
import { Spinner } from '../../../../ui/marks/spinner.tsx';
import { ErrorState } from '../../../../ui/page/error-state.tsx';
import { ListSkeleton } from '../../../../ui/page/skeleton.tsx';
import { PartHead } from './parts/part-head.tsx';
import { isDivided, partHeads, partOf } from './parts/part-rules.ts';
import type { RowActions, RowTools } from './row/row-buttons.tsx';
import { TicketRow } from './row/ticket-row.tsx';
import { useSteadyOrder } from './steady-order.ts';
import css from './ticket-list.module.css';

export type TicketListProps = RowActions &
  RowTools & {
    label: string;
    /** Which list it is, so that it keeps its place. */
    place?: string;
    list: InfiniteRows<TicketView>;
    order: TicketOrder;
    empty: ReactNode;
    selectedId: number | null;
    ownId: number;
    phone: boolean;
    /** What is searched for. */
    wanted?: string;
    search: string;
    draftKeyOf: (ticketId: number) => string;
    /** Called with the tickets in the order in which they are shown. */
    onListed: (tickets: readonly TicketView[]) => void;
    marks: ReadonlyMap<number, TicketMark>;
    /** The chosen tickets. */
    picked: ReadonlySet<number>;
  };

const rowHeight = 77;
/** A pointer that has not moved for so long is at rest. */
const restMs = 1500;

/** Tickets in the order of the list. The order does not change while the pointer moves over the list, or while it is scrolled. */
export function TicketList({
  label,
  place = '',
  list,
  order,
  empty,
  selectedId,
  draftKeyOf,
  onListed,
  marks,
  picked,
  ...row
}: TicketListProps) {
  const now = useNow();
  const handle = useRef<VirtualListHandle>(null);
  const pointer = useMoving();
  const [scrolled, setScrolled] = useState(false);
  const { rows, waiting } = useSteadyOrder(list.rows ?? [], pointer.moving || scrolled);
  const parts = useMemo(() => {
    const ofRows = isDivided(order) ? rows.map((ticket) => partOf(ticket, marks.get(ticket.id)?.pinned === true, order)) : [];
    return { heads: partHeads(ofRows), of: (part: string) => rows.filter((_, at) => ofRows[at] === part) };
  }, [rows, marks, order]);
  const tellListed = useEffectEvent(onListed);
  useEffect(() => tellListed(rows), [rows]);

  if (list.error)
    return <ErrorState title={t('Não foi possível carregar as conversas')} text={errorText(list.error)} onRetry={list.retry} />;
  if (!list.rows) return <ListSkeleton rows={8} rowHeight={rowHeight} label={t('Carregando as conversas')} />;
  if (list.rows.length === 0) return empty;
  const showNew = () => {
    pointer.end();
    setScrolled(false);
    handle.current?.show(0);
  };
  return (
    <div
      className={css.list}
      aria-busy={list.outdated}
      onPointerMove={(event) => event.pointerType === 'mouse' && pointer.moved()}
      onPointerLeave={pointer.end}
      onScrollCapture={(event) => setScrolled((event.target as HTMLElement).scrollTop > rowHeight / 2)}
    >
      {waiting > 0 && scrolled && (
        <button type="button" className={css.fresh} onClick={showNew}>
          <IconArrowUp size={14} aria-hidden />
          {t('Mostrar as novidades')}
        </button>
      )}
      <VirtualList
        label={label}
        place={place}
        items={rows}
        keyOf={(ticket) => ticket.id}
        estimate={rowHeight}
        onNearEnd={list.loadMore}
        handle={handle}
        draw={(ticket, at) => {
          const part = parts.heads.get(at);
          return (
            <>
              {part && <PartHead part={part} tickets={parts.of(part)} more={list.hasMore} now={now} />}
              <TicketRow
                {...row}
                ticket={ticket}
                selected={ticket.id === selectedId}
                mark={marks.get(ticket.id)}
                picked={picked.size === 0 ? null : picked.has(ticket.id)}
                now={now}
                draftKey={draftKeyOf(ticket.id)}
              />
            </>
          );
        }}
        foot={
          list.loadingMore ? (
            <div className={css.more}>
              <Spinner size="xs" label={t('Carregando as conversas')} />
            </div>
          ) : list.moreError ? (
            <ErrorState title={t('Não foi possível carregar o resto da lista')} text={errorText(list.moreError)} onRetry={list.retryMore} />
          ) : null
        }
      />
    </div>
  );
}

/** Whether the pointer is moving: true from a move until it rests or leaves. */
function useMoving() {
  const [moving, setMoving] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const end = () => {
    window.clearTimeout(timer.current);
    setMoving(false);
  };
  const moved = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(end, restMs);
    setMoving(true);
  };
  return { moving, moved, end };
}
