import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterStatus, type ChannelStatus, locationBody, retryDelay, type Standing } from './rules.ts';

const statuses: ChannelStatus[] = ['sent', 'delivered', 'read', 'played', 'failed'];
const follow = (start: Standing, heard: readonly ChannelStatus[]) => heard.reduce((now, status) => afterStatus(now, status) ?? now, start);
const sending: Standing = { state: 'sending', ack: 0 };

test('sent, delivered and read in any order end as read', () => {
  const orders = [
    ['sent', 'delivered', 'read'],
    ['read', 'sent', 'delivered'],
    ['delivered', 'read', 'sent'],
    ['read', 'delivered', 'sent', 'read'],
  ] as const;
  for (const order of orders) expect(follow(sending, order)).toEqual({ state: 'read', ack: 3 });
});

test('a failure after delivery is no news', () => {
  expect(follow(sending, ['delivered', 'failed'])).toEqual({ state: 'delivered', ack: 2 });
  expect(follow(sending, ['sent', 'failed'])).toEqual({ state: 'failed', ack: 0 });
});

test('a message given up as lost is alive again when the provider reports it', () => {
  expect(afterStatus({ state: 'failed', ack: 0 }, 'delivered')).toEqual({ state: 'delivered', ack: 2 });
});

test('ticks never go down, whatever comes in whatever order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...statuses), { maxLength: 12 }), (heard) => {
      let now = sending;
      for (const status of heard) {
        const next = afterStatus(now, status);
        if (next && status !== 'failed') expect(next.ack).toBeGreaterThan(now.ack);
        if (next?.state === 'failed') expect(now.ack).toBeLessThan(2);
        now = next ?? now;
      }
    }),
  );
});

test('pauses grow, have a limit and respect the provider', () => {
  expect([1, 2, 3].map((attempts) => retryDelay(attempts, 0))).toEqual([2000, 4000, 8000]);
  expect(retryDelay(30, 0)).toBe(300_000);
  expect(retryDelay(1, 60_000)).toBe(60_000);
});

test('a place is image, link and description', () => {
  const [image, link, description] = locationBody({ latitude: -27.59, longitude: -48.55, name: 'Loja | Centro', address: null }).split('|');
  expect(image).toBe('');
  expect(link).toContain('-27.59%2C-48.55');
  expect(description).toBe('Loja / Centro');
});
