import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callAfter, callBody, locationBody, placeholderOf } from './rules/content.ts';
import { afterStatus, type ChannelStatus, type DeliveryState, retryDelay, settledOf } from './rules/delivery.ts';
import { mentionsIn, participantNumber } from './rules/people.ts';

const statuses: ChannelStatus[] = ['sent', 'delivered', 'read', 'played', 'failed'];
const follow = (start: DeliveryState, heard: readonly ChannelStatus[]) =>
  heard.reduce((now, status) => afterStatus(now, status) ?? now, start);
const sending: DeliveryState = { state: 'sending', ack: 0 };

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
  expect(afterStatus({ state: 'failed', ack: 0, fail_reason: 'unconfirmed' }, 'sent')).toEqual({ state: 'sent', ack: 1 });
});

test('a failure stays one when it is said late that the message was sent', () => {
  expect(follow(sending, ['failed', 'sent'])).toEqual({ state: 'failed', ack: 0 });
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
  expect([1, 2, 3].map((attempts) => retryDelay(attempts, 0, 0.5))).toEqual([2000, 4000, 8000]);
  expect([0, 1].map((random) => retryDelay(1, 0, random))).toEqual([2000, 2000]);
  expect([0, 1].map((random) => retryDelay(3, 0, random))).toEqual([6000, 10_000]);
  expect(retryDelay(30, 0, 1)).toBe(300_000);
  expect(retryDelay(1, 60_000, 0)).toBe(60_000);
});

test('a place is image, link and description', () => {
  const [image, link, description] = locationBody({ latitude: -27.59, longitude: -48.55, name: 'Loja | Centro', address: null }).split('|');
  expect(image).toBe('');
  expect(link).toContain('-27.59%2C-48.55');
  expect(description).toBe('Loja / Centro');
});

test('how a call ended is said once', () => {
  expect(callAfter('ringing', 'missed')).toBe('missed');
  expect(callAfter('ringing', 'ringing')).toBeNull();
  expect(callAfter('rejected', 'missed')).toBeNull();
  expect(callBody({ video: true, outcome: 'missed' }, new Date('2026-11-21T12:05:00Z'), 'America/Sao_Paulo')).toBe(
    'Chamada de vídeo perdida às 09:05',
  );
});

test('people of a group are spoken to by numbers, and only whoever has one is shown by it', () => {
  expect(mentionsIn('@5511999990000 e @99887766554433, viram? ana@12345678 @12 @5511999990000')).toEqual([
    '5511999990000',
    '99887766554433',
  ]);
  expect(participantNumber('wa_pn:5511999990000')).toBe('5511999990000');
  expect(participantNumber('wa_lid:99887766554433')).toBeNull();
  expect(participantNumber(null)).toBeNull();
});

test('what cannot be shown says why', () => {
  expect(placeholderOf('unsupported', 'awaiting_phone')).toBe('awaiting_phone');
  expect(placeholderOf('unsupported', 'pollCreationMessage')).toBe('other');
  expect(placeholderOf('image', 'view_once')).toBeNull();
});

test.each<[DeliveryState['state'], DeliveryState['ack'], ReturnType<typeof settledOf>]>([
  ['queued', 0, { state: 'sent', ack: 1 }],
  ['sending', 0, { state: 'sent', ack: 1 }],
  ['failed', 0, { state: 'failed', ack: 0 }],
  ['read', 3, { state: 'read', ack: 3 }],
])('a message that is %s and whose ticks no status raises is settled', (state, ack, settled) => {
  expect(settledOf({ state, ack })).toEqual(settled);
});
