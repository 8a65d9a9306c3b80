import { laneOf } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { IconHandGrab } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import type { BoardFilter } from '../../../../data/tickets/queries.ts';
import { useNow } from '../../../../platform/clock.ts';
import { t } from '../../../../platform/i18n.ts';
import { Kbd } from '../../../../ui/text/kbd.tsx';
import css from './board.module.css';
import { CardInHand } from './board-card.tsx';
import { Lane } from './board-lane.tsx';
import { type BoardLane, dropId } from './lanes.ts';

export type BoardProps = {
  lanes: readonly BoardLane[];
  filter: BoardFilter;
  filtered: boolean;
  ownId: number;
  selectedId: number | null;
  onOpen: (ticket: TicketView) => void;
  onNew: (lane: BoardLane) => void;
  /** Answers whether it worked. */
  onMove: (ticket: TicketView, lane: BoardLane) => Promise<boolean>;
  onCount: (laneId: number | null, count: number) => void;
};

type Hand = { ticket: TicketView; from: BoardLane; over: BoardLane };

/** The lanes with their cards, to be dragged with mouse, finger and keyboard. */
export function Board({ lanes, onMove, ...lane }: BoardProps) {
  const now = useNow();
  const [hand, setHand] = useState<Hand | null>(null);
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toNextLane(lanes.map(({ id }) => dropId(id))),
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  );
  const laneWith = (id: number | null) => lanes.find((each) => each.id === id) ?? lanes[0];
  const onDragStart = ({ active }: DragStartEvent) => {
    const ticket = active.data.current?.ticket as TicketView;
    const from = laneWith(laneOf(ticket.tags));
    setSaid('');
    if (from) setHand({ ticket, from, over: from });
  };
  const onDragEnd = ({ over }: DragEndEvent) => {
    const to = over?.data.current?.lane as BoardLane | undefined;
    setHand(null);
    if (!hand || !to || to.id === hand.from.id) return;
    const name = hand.ticket.contact.name;
    setSaid(t('{{name}} agora está em {{lane}}', { name, lane: to.name }));
    void onMove(hand.ticket, to).then((moved) => {
      if (!moved) setSaid(t('Não foi possível mover {{name}}: voltou para {{lane}}', { name, lane: hand.from.name }));
    });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={laneUnder}
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      accessibility={{
        screenReaderInstructions: {
          draggable: t('Enter abre a conversa ao lado. Espaço pega o cartão; com as setas ele muda de etapa, Espaço solta, Esc devolve.'),
        },
        announcements: {
          onDragStart: ({ active }) => t('{{name}} na mão', { name: nameOf(active.data.current?.ticket) }),
          onDragOver: ({ over }) => over?.data.current && t('Sobre {{lane}}', { lane: over.data.current.lane.name }),
          onDragEnd: () => undefined,
          onDragCancel: ({ active }) => t('{{name}} voltou ao seu lugar', { name: nameOf(active.data.current?.ticket) }),
        },
      }}
      onDragStart={onDragStart}
      onDragOver={({ over }) =>
        setHand((held) => held && { ...held, over: (over?.data.current?.lane as BoardLane | undefined) ?? held.from })
      }
      onDragEnd={onDragEnd}
      onDragCancel={() => setHand(null)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows lead from card to card; each is a button. */}
      <div className={css.board} data-dragging={hand ? true : undefined} onKeyDown={hand ? undefined : walk}>
        {lanes.map((each) => (
          <Lane
            key={each.id ?? 0}
            {...lane}
            lane={each}
            now={now}
            currentId={currentId}
            target={hand !== null && hand.over.id === each.id && hand.from.id !== each.id}
            onFocus={setCurrentId}
          />
        ))}
      </div>
      <footer className={css.keys}>
        {hand ? (
          <>
            <span className={css.said}>
              <IconHandGrab size={16} aria-hidden />
              <span>
                <b>{hand.ticket.contact.name}</b>{' '}
                {hand.over.id === hand.from.id
                  ? t('na mão: {{from}}', { from: hand.from.name })
                  : t('na mão: {{from}} → {{to}}', { from: hand.from.name, to: hand.over.name })}
              </span>
            </span>
            <span>
              <Kbd keys="←" />
              <Kbd keys="→" /> {t('etapa')}
            </span>
            <span>
              <Kbd keys={t('Espaço')} /> {t('soltar')}
            </span>
            <span>
              <Kbd keys="Esc" /> {t('devolver')}
            </span>
          </>
        ) : (
          <>
            <span>
              <Kbd keys="←" />
              <Kbd keys="→" />
              <Kbd keys="↑" />
              <Kbd keys="↓" /> {t('andar')}
            </span>
            <span>
              <Kbd keys={t('Espaço')} /> {t('pegar o cartão')}
            </span>
            <span>
              <Kbd keys="Enter" /> {t('abrir ao lado')}
            </span>
          </>
        )}
        <span role="status" className={css.told}>
          {said}
        </span>
      </footer>
      <DragOverlay dropAnimation={null}>{hand && <CardInHand ticket={hand.ticket} ownId={lane.ownId} now={now} />}</DragOverlay>
    </DndContext>
  );
}

/** With a pointer the lane under it; with the keyboard the lane the card stands over. */
const laneUnder: CollisionDetection = (args) => (args.pointerCoordinates ? pointerWithin(args) : closestCenter(args));

/** Left and right lead a card that was picked up with the keyboard over the lane beside. */
function toNextLane(order: readonly string[]): KeyboardCoordinateGetter {
  return (event, { context: { over, droppableRects }, currentCoordinates }) => {
    const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0;
    if (!event.code.startsWith('Arrow')) return undefined;
    event.preventDefault();
    const at = order.indexOf(String(over?.id));
    const rect = droppableRects.get(order[at + step] ?? '');
    return step !== 0 && rect ? { x: rect.left + 8, y: rect.top + 48 } : currentCoordinates;
  };
}

/** The arrows lead from card to card, and to the lane beside. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
  const lane = card?.closest('[data-lane]');
  if (!card || !lane) return;
  const cards = cardsOf(lane);
  const at = cards.indexOf(card);
  const next = nextOf(event.key, cards, at) ?? besideOf(event.key, lane, at);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function nextOf(key: string, cards: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return cards[at + 1];
  if (key === 'ArrowUp') return cards[at - 1];
  if (key === 'Home') return cards[0];
  return key === 'End' ? cards.at(-1) : undefined;
}

/** Lanes without cards are passed over. */
function besideOf(key: string, lane: Element, at: number): HTMLElement | undefined {
  const side = key === 'ArrowRight' ? 'nextElementSibling' : key === 'ArrowLeft' ? 'previousElementSibling' : null;
  if (!side) return undefined;
  for (let other = lane[side]; other; other = other[side]) {
    const cards = cardsOf(other);
    if (cards.length > 0) return cards[Math.min(at, cards.length - 1)];
  }
  return undefined;
}

function cardsOf(lane: Element): HTMLElement[] {
  return [...lane.querySelectorAll<HTMLElement>('[data-card]')];
}

function nameOf(ticket: TicketView | undefined): string {
  return ticket?.contact.name ?? '';
}
