import { expect, test } from 'vitest';
import { mintCompanyId } from '../context.ts';
import type { Account } from '../http/account.ts';
import { renewRooms } from './membership.ts';

const companyId = mintCompanyId(1);

test('of two look-ups of what a socket may hear the later one has the last word, though the earlier is answered last', async () => {
  const rooms = new Set(['id']);
  const socket = {
    ...{ id: 'id', data: {}, rooms },
    join: (more: string[]) => {
      for (const room of more) rooms.add(room);
    },
    leave: (room: string) => rooms.delete(room),
    disconnect: () => {},
  };
  const answers: ((queueIds: number[]) => void)[] = [];
  const membership = {
    currentAccount: () =>
      new Promise<Account>((answer) => {
        answers.push((queueIds) => answer(accountIn(queueIds)));
      }),
    roomsOf: ({ member }: Account) => member.queueIds.map(String),
    log: { warn: () => {} },
  } as unknown as Parameters<typeof renewRooms>[2];
  const of = { companyId, sessionId: 'session' };
  const [before, after] = [renewRooms(socket, of, membership), renewRooms(socket, of, membership)];
  answers[1]?.([2]);
  await after;
  answers[0]?.([1]);
  await before;
  expect([...rooms]).toEqual(['id', '2']);
});

function accountIn(queueIds: number[]): Account {
  const member = { id: 7, name: 'Ana', profile: 'user' as const, super: false, queueIds, allTicket: false, exportContacts: false };
  return { companyId, sessionId: 'session', member, standing: { ok: true, value: null }, readOnly: false, features: new Set() };
}
