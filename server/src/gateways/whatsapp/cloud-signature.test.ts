import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifySignature, verifySubscription } from './cloud-signature.ts';

const body = Buffer.from('{"text":"ol\\u00e1"}');
const sign = (secret: string, bytes: Buffer) => `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;

test('only the secret over exactly these bytes is accepted', () => {
  expect(verifySignature('s3cret', body, sign('s3cret', body))).toBe(true);
  expect(verifySignature('s3cret', body, sign('other', body))).toBe(false);
  expect(verifySignature('s3cret', Buffer.from('{"text":"olá"}'), sign('s3cret', body))).toBe(false);
});

test.each([undefined, null, '', 'sha256=', 'sha1=abc', `sha256=${'0'.repeat(63)}`, ['x'], 7])('header %j is refused', (header) => {
  expect(verifySignature('s3cret', body, header)).toBe(false);
});

test('an empty secret accepts nothing', () => {
  expect(verifySignature('', body, sign('', body))).toBe(false);
  expect(verifySubscription('', { 'hub.mode': 'subscribe', 'hub.verify_token': '' })).toBe(false);
});

test('a subscription needs mode and token', () => {
  expect(verifySubscription('tok', { 'hub.mode': 'subscribe', 'hub.verify_token': 'tok', 'hub.challenge': '1' })).toBe(true);
  expect(verifySubscription('tok', { 'hub.mode': 'subscribe', 'hub.verify_token': 'toc' })).toBe(false);
  expect(verifySubscription('tok', { 'hub.mode': 'unsubscribe', 'hub.verify_token': 'tok' })).toBe(false);
  expect(verifySubscription('tok', { 'hub.mode': 'subscribe', 'hub.verify_token': ['tok'] })).toBe(false);
});
