import { describe, expect, test } from 'vitest';
import {
  type AutomationCondition,
  type AutomationEvent,
  depthMax,
  eventOfMove,
  firingsPerHour,
  holds,
  matches,
  mayFire,
  type Situation,
} from './automation-rules.ts';

const situation: Situation = {
  queueId: 1,
  userId: null,
  connectionId: 5,
  channel: 'whatsapp_cloud',
  status: 'pending',
  tagIds: [7],
  text: 'Olá! Preciso de um ORÇAMENTO, já.',
  isOpen: true,
  fields: [{ name: 'Cidade', value: 'São Paulo' }],
  waitingMinutes: 12,
  rating: 2,
};
const empty: Situation = {
  ...situation,
  queueId: null,
  tagIds: [],
  text: '',
  fields: [],
  waitingMinutes: null,
  rating: null,
  channel: null,
};

describe('a condition', () => {
  test.each<[string, AutomationCondition, boolean, boolean]>([
    ['in one of these queues', { on: 'queue', op: 'in', ids: [1, 2] }, true, false],
    ['in none of these queues', { on: 'queue', op: 'notIn', ids: [1, 2] }, false, true],
    ['in no queue', { on: 'queue', op: 'empty', ids: [1] }, false, true],
    ['with nobody', { on: 'user', op: 'empty', ids: [] }, true, true],
    ['with one of these people', { on: 'user', op: 'in', ids: [3] }, false, false],
    ['on this connection', { on: 'connection', op: 'in', ids: [5] }, true, true],
    ['on another connection', { on: 'connection', op: 'notIn', ids: [5] }, false, false],
    ['with one of these tags', { on: 'tag', op: 'in', ids: [7, 8] }, true, false],
    ['without these tags', { on: 'tag', op: 'notIn', ids: [7] }, false, true],
    ['without any tag', { on: 'tag', op: 'empty', ids: [] }, false, true],
    ['that waits', { on: 'status', op: 'in', statuses: ['pending'] }, true, true],
    ['that is not closed', { on: 'status', op: 'notIn', statuses: ['closed'] }, true, true],
    ['on this channel', { on: 'channel', op: 'in', channels: ['whatsapp_cloud'] }, true, false],
    ['on another channel', { on: 'channel', op: 'notIn', channels: ['whatsapp_cloud'] }, false, true],
    ['while it is open', { on: 'hours', op: 'open' }, true, true],
    ['while it is closed', { on: 'hours', op: 'closed' }, false, false],
    ['with this value of a field', { on: 'field', op: 'equals', name: 'cidade', value: 'sao paulo' }, true, false],
    ['with this within a field', { on: 'field', op: 'contains', name: 'Cidade', value: 'PAULO' }, true, false],
    ['with nothing wanted within a field', { on: 'field', op: 'contains', name: 'Cidade', value: '' }, false, false],
    ['without a value of a field', { on: 'field', op: 'empty', name: 'Cidade', value: '' }, false, true],
    ['that has waited so long', { on: 'waiting', minutes: 12 }, true, false],
    ['that has waited longer', { on: 'waiting', minutes: 13 }, false, false],
    ['with this rating', { on: 'rating', ratings: [1, 2] }, true, false],
    ['with another rating', { on: 'rating', ratings: [3] }, false, false],
  ])('%s', (_, condition, here, where) => {
    expect([holds(condition, situation), holds(condition, empty)]).toEqual([here, where]);
  });
});

describe('what the customer wrote', () => {
  const contains = (words: string[]): AutomationCondition => ({ on: 'text', op: 'contains', words });
  const word = (words: string[]): AutomationCondition => ({ on: 'text', op: 'word', words });
  test.each<[string, AutomationCondition, boolean]>([
    ['contains one of the texts, whatever its accents and capitals', contains(['xyz', 'orcamento']), true],
    ['contains a part of a word', contains(['orça']), true],
    ['contains none of them', contains(['boleto']), false],
    ['does not contain any of them', { on: 'text', op: 'notContains', words: ['boleto'] }, true],
    ['contains one of those it should not', { on: 'text', op: 'notContains', words: ['boleto', 'olá'] }, false],
    ['has the word', word(['orçamento']), true],
    ['has a part of a word only', word(['orça']), false],
    ['has the words one after the other', word(['de um orçamento']), true],
    ['has the words, not one after the other', word(['preciso orçamento']), false],
    ['a word of signs is no word', word(['!!']), false],
  ])('%s', (_, condition, held) => {
    expect(holds(condition, situation)).toBe(held);
  });

  test('a long text is read in time that grows with its length', () => {
    const text = 'a '.repeat(50_000);
    const from = performance.now();
    expect(holds(word(['a b']), { ...situation, text })).toBe(false);
    expect(performance.now() - from).toBeLessThan(500);
  });
});

describe('the conditions together', () => {
  const yes: AutomationCondition = { on: 'queue', op: 'in', ids: [1] };
  const no: AutomationCondition = { on: 'queue', op: 'in', ids: [9] };
  test.each<[string, 'all' | 'any', AutomationCondition[], boolean]>([
    ['none at all hold always', 'all', [], true],
    ['none at all hold always, also where any suffices', 'any', [], true],
    ['all hold', 'all', [yes, yes], true],
    ['one of all does not', 'all', [yes, no], false],
    ['any holds', 'any', [no, yes], true],
    ['none of any holds', 'any', [no, no], false],
  ])('%s', (_, match, conditions, held) => {
    expect(matches({ match, conditions }, situation)).toBe(held);
  });
});

type Place = Parameters<typeof eventOfMove>[1];
const waits: Place = { status: 'pending', userId: null, queueId: 1 };
const ofAna: Place = { status: 'open', userId: 1, queueId: 1 };
const closed: Place = { status: 'closed', userId: 1, queueId: 1 };

test.each<[string, Place | null, Place, AutomationEvent | null]>([
  ['a new one was created', null, waits, 'ticketCreated'],
  ['one that begins closed was not', null, closed, null],
  ['accepted', waits, ofAna, 'ticketAccepted'],
  ['given to somebody of another queue', waits, { ...ofAna, queueId: 2 }, 'ticketTransferred'],
  ['given to a colleague', ofAna, { ...ofAna, userId: 2 }, 'ticketTransferred'],
  ['put into another queue', ofAna, { ...waits, queueId: 2 }, 'ticketTransferred'],
  ['put into its first queue', { ...waits, queueId: null }, waits, 'ticketTransferred'],
  ['taken out of its queue', waits, { ...waits, queueId: null }, null],
  ['put back', ofAna, waits, null],
  ['closed', ofAna, closed, 'ticketClosed'],
  ['closed while it waited', waits, closed, 'ticketClosed'],
  ['changed while it is closed', closed, { ...closed, queueId: 2 }, null],
  ['reopened', closed, waits, 'ticketReopened'],
  ['reopened by a person', closed, ofAna, 'ticketReopened'],
  ['left where it is', waits, waits, null],
])('a ticket: %s', (_, before, after, event) => {
  expect(eventOfMove(before, after)).toBe(event);
});

test.each([
  [0, 0, 'fired'],
  [depthMax - 1, firingsPerHour - 1, 'fired'],
  [depthMax, 0, 'depth'],
  [0, firingsPerHour, 'limit'],
  [depthMax, firingsPerHour, 'depth'],
] as const)('at depth %i, after %i firings within the hour: %s', (depth, firings, outcome) => {
  expect(mayFire(depth, firings)).toBe(outcome);
});

test('a long text is taken apart once, however many conditions ask for its words', () => {
  const long = { ...situation, text: 'não há ação '.repeat(5_500) };
  const conditions = Array.from({ length: 300 }, (_, n) => ({ on: 'text', op: 'word', words: [`palavra${n}`] }) as const);
  const begun = performance.now();
  expect(matches({ match: 'any', conditions }, long)).toBe(false);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
