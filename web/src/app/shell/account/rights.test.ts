import { expect, test } from 'vitest';
import { testSession } from '../../../platform/test-session.ts';
import { rightsOf } from './rights.ts';

const queue = (id: number) => ({ id, name: `Fila ${id}`, color: '#2f6fde', UserQueue: { userId: 7, queueId: id } });

test('rights differ by the profile, the queues and whether all tickets are seen, not by the order of the queues', () => {
  const user = { ...testSession().user, queues: [queue(1), queue(2)] };
  expect(rightsOf({ ...user, queues: [queue(2), queue(1)] })).toBe(rightsOf(user));
  const others = [
    { ...user, profile: 'admin' as const },
    { ...user, allTicket: 'enabled' as const },
    { ...user, queues: [queue(1)] },
  ];
  for (const other of others) expect(rightsOf(other)).not.toBe(rightsOf(user));
});
