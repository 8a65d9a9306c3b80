import { expect, test } from 'vitest';
import { name } from './common.ts';
import { endpoints } from './index.ts';

const given = (text: string) => name(2, 50).safeParse(text);

test.each(['', '  ', '\u200b\u200b\u200b', '\u2060 \ufeff', '\u202e\u202c', '\u00ad\u00ad'])(
  '%j is no name: nobody could read it',
  (text) => {
    expect(given(text).error?.issues).toMatchObject([{ code: 'too_small', minimum: 2 }]);
  },
);

test.each(['👩‍👩‍👧', 'محمد علي', 'می‌خواهم', 'Ana'])('%s is a name, and stays as it was written', (text) => {
  expect(given(` ${text} `).data).toBe(text);
});

test('what is in no queue is asked for, and saved, as queue 0, as number and as text; other ids are not 0', () => {
  for (const queueIds of [[0, 7], '[0,7]']) expect(endpoints.listTickets.query.parse({ queueIds })).toMatchObject({ queueIds: [0, 7] });
  const filter = { tab: 'open', queueIds: [0] };
  expect(endpoints.createTicketView.body.parse({ name: 'Sem fila', filter }).filter.queueIds).toEqual([0]);
  for (const other of [{ queueIds: [-1] }, { queueIds: '[-1]' }, { users: '[0]' }])
    expect(endpoints.listTickets.query.safeParse(other).success, JSON.stringify(other)).toBe(false);
});

test('a reaction that is more than one emoji is refused', () => {
  const body = (emoji: string) => endpoints.reactToMessage.body.safeParse({ emoji }).success;
  expect(['👍', '', 'ok', '👍👍'].map(body)).toEqual([true, true, false, false]);
});
