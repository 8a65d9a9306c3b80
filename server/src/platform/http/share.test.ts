import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { admitRequests } from './share.ts';

const newAnswer = () => Object.assign(new EventEmitter(), { closed: false });

test('a company has so many requests open at once; what waits too long is refused, and other companies notice nothing', async () => {
  const admit = admitRequests(2, 20);
  const [first, second, third] = [newAnswer(), newAnswer(), newAnswer()];
  await admit(1, first);
  await admit(1, second);
  await expect(admit(1, newAnswer())).rejects.toMatchObject({ code: 'ERR_COMPANY_BUSY', status: 429 });
  await admit(2, newAnswer());
  const waiting = admit(1, third);
  first.emit('close');
  await waiting;
  await expect(admit(1, newAnswer())).rejects.toMatchObject({ code: 'ERR_COMPANY_BUSY' });
});

test('who has left while they waited takes no place', async () => {
  const admit = admitRequests(1, 1_000);
  const first = newAnswer();
  await admit(1, first);
  const gone = Object.assign(newAnswer(), { closed: true });
  const waiting = [admit(1, gone), admit(1, newAnswer())];
  first.emit('close');
  await Promise.all(waiting);
});

test('the place of who has left is taken while what they asked for goes on', async () => {
  const admit = admitRequests(1, 20);
  const left = newAnswer();
  const { keepUntil } = await admit(1, left);
  const work = new EventEmitter();
  keepUntil(once(work, 'end'));
  left.emit('close');
  await expect(admit(1, newAnswer())).rejects.toMatchObject({ code: 'ERR_COMPANY_BUSY' });
  work.emit('end');
  await admit(1, newAnswer());
});
