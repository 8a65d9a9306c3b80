import { expect, test } from 'vitest';
import { mintCompanyId } from '../platform/context.ts';
import type { Broadcast } from '../platform/facts.ts';
import { type Room, roomName } from './rooms.ts';

test('rooms are a closed list: what is in none of them does not compile and has no name', () => {
  // @ts-expect-error there is no such room.
  const misspelt: Room = { to: 'compnay' };
  // @ts-expect-error a queue's room says which queue.
  const someQueue: Broadcast['rooms'] = [{ to: 'queue' }];
  expect(someQueue).toHaveLength(1);
  expect(() => roomName(mintCompanyId(1), misspelt)).toThrow('there is no room');
});

test('above companies there are only the rooms of everybody and of the operators', () => {
  expect(roomName(null, { to: 'everyone' })).toBe('everyone');
  expect(roomName(null, { to: 'operators' })).toBe('operators');
  expect(() => roomName(null, { to: 'company' })).toThrow('is a room of a company');
});
