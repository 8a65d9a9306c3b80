import { expect, test } from 'vitest';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import { boardFilterOf, boardSearchOf, boardViewOf, isFiltered } from './board-view.ts';
import { inLane } from './lanes.ts';
import { turnOf } from './turn.ts';

test('the address holds what the board shows, and only that', () => {
  const address = 'q=mesa&queues=1.0&users=3&tags=4.x&open=uuid-7';
  const view = boardViewOf(new URLSearchParams(address));
  expect(view).toEqual({ text: 'mesa', queueIds: [1, 0], userIds: [3], tagIds: [4], open: 'uuid-7' });
  expect(boardSearchOf(view).toString()).toBe('q=mesa&queues=1.0&users=3&tags=4&open=uuid-7');
  expect(boardFilterOf(view)).toEqual({ searchParam: 'mesa', queueIds: [1, 0], users: [3], tags: [4] });
  const plain = boardViewOf(new URLSearchParams('open=uuid-7'));
  expect([isFiltered(view), isFiltered(plain), boardFilterOf(plain)]).toEqual([true, false, { searchParam: '' }]);
});

test('whose turn it is: the customer waits since they wrote, until somebody answers', () => {
  const at = Date.parse('2026-11-21T10:00:00.000Z');
  const since = (minutes: number) => new Date(at - minutes * 60_000).toISOString();
  const tones = [1, 10, 20].map((minutes) => turnOf(makeTicket(1, { lastInboundAt: since(minutes) }), at).tone);
  expect(tones).toEqual(['ok', 'soon', 'late']);
  const answered = makeTicket(1, { lastInboundAt: since(30), lastMessageFromMe: true });
  expect(turnOf(answered, at)).toEqual({ whose: 'customer', since: answered.updatedAt, tone: 'none' });
});

test('a card in another lane keeps its ordinary tags', () => {
  const vip = { id: 1, name: 'VIP', color: '#111111', kanban: 0 } as const;
  const quote = { id: 2, name: 'Orçamento', color: '#222222', kanban: 1 } as const;
  const paid = { id: 3, name: 'Pago', color: '#333333', kanban: 1 } as const;
  expect(inLane([quote, vip], paid)).toEqual([paid, vip]);
  expect(inLane([quote, vip], null)).toEqual([vip]);
});
