import { webReasons } from '@balcao/contract/connection-rules';
import { expect, test } from 'vitest';
import { connection } from '../../../../data/connections/test-connections.ts';
import { causeOf, reasonSentence, remedyOf } from '../connection-reasons.ts';
import { formatPairingCode, lifeOfCode, linkStage, phoneDigits } from './linking.ts';

const fresh = { shown: false, busy: false };
const shown = { shown: true, busy: false };

test('a code on its way, in sight, confirmed, linked', () => {
  expect(linkStage(undefined, fresh)).toBe('waiting');
  expect(linkStage(connection({ status: 'OPENING' }), fresh)).toBe('waiting');
  expect(linkStage(connection({ status: 'qrcode' }), fresh)).toBe('waiting');
  expect(linkStage(connection({ status: 'qrcode', qrcode: 'code-1' }), fresh)).toBe('qr');
  expect(linkStage(connection({ status: 'qrcode', qrcode: '', pairingCode: 'ABCD1234' }), fresh)).toBe('code');
  expect(linkStage(connection({ status: 'PAIRING' }), shown)).toBe('pairing');
  expect(linkStage(connection({ status: 'CONNECTED' }), shown)).toBe('done');
});

test('a session that opens after the code was in sight has been confirmed', () => {
  expect(linkStage(connection({ status: 'OPENING' }), shown)).toBe('pairing');
});

test('a code that nobody used is not a failure', () => {
  expect(linkStage(connection({ status: 'DISCONNECTED', statusReason: 'qr_expired' }), shown)).toBe('expired');
  expect(linkStage(connection({ status: 'DISCONNECTED', statusReason: 'pairing_expired' }), shown)).toBe('expired');
  expect(linkStage(connection({ status: 'DISCONNECTED', statusReason: 'passkey_required' }), shown)).toBe('failed');
});

test('while another code is asked for, the last state is no news', () => {
  expect(linkStage(connection({ status: 'DISCONNECTED', statusReason: 'qr_expired' }), { shown: false, busy: true })).toBe('waiting');
});

test('the countdown runs from the whole life of the code to nothing', () => {
  const code = { updatedAt: '2026-11-21T12:00:00.000Z', codeExpiresAt: '2026-11-21T12:01:00.000Z' };
  const at = (second: number) => Date.parse('2026-11-21T12:00:00.000Z') + second * 1000;
  expect(lifeOfCode(code, at(15))).toEqual({ leftMs: 45_000, share: 0.75 });
  expect(lifeOfCode(code, at(90))).toEqual({ leftMs: 0, share: 0 });
  // The browser's clock is slow.
  expect(lifeOfCode(code, at(-300))).toEqual({ leftMs: 60_000, share: 1 });
  expect(lifeOfCode({ ...code, codeExpiresAt: null }, at(0))).toBeNull();
});

test('numbers are taken as people write them', () => {
  expect(phoneDigits('(48) 90555-0142')).toBe('5548905550142');
  expect(phoneDigits('48 9055-5014')).toBe('554890555014');
  expect(phoneDigits('+55 48 90555-0142')).toBe('5548905550142');
  expect(phoneDigits('+351 910 000 000')).toBe('351910000000');
  expect(phoneDigits('+1 415 555 0100')).toBe('14155550100');
  expect(phoneDigits('90555-0142')).toBeNull();
  expect(phoneDigits('')).toBeNull();
});

test('a pairing code reads in two halves', () => {
  expect(formatPairingCode('ABCD1234')).toBe('ABCD-1234');
});

test('every reason of a linked phone has a sentence of its own', () => {
  const sentences = webReasons.map((statusReason) => reasonSentence({ channel: 'whatsapp_web', statusReason }));
  expect(new Set(sentences).size).toBe(webReasons.length);
  expect(sentences).not.toContain(reasonSentence({ channel: 'whatsapp_web', statusReason: 'never_heard_of' }));
});

test('what is over is told without the next step', () => {
  expect(causeOf('whatsapp_web', 'logged_out')).toBe('A sessão foi encerrada no celular.');
  expect(causeOf('whatsapp_web', 'never_heard_of')).toBeNull();
  const causes = webReasons.map((reason) => causeOf('whatsapp_web', reason));
  expect(new Set(causes).size).toBe(webReasons.length);
  for (const cause of causes) expect(cause).toMatch(/^[A-Z].+\.$/);
});

test('what helps fits the reason', () => {
  expect(remedyOf({ channel: 'whatsapp_web', statusReason: 'logged_out' })).toBe('renew');
  expect(remedyOf({ channel: 'whatsapp_web', statusReason: 'network' })).toBe('start');
  expect(remedyOf({ channel: 'whatsapp_web', statusReason: 'passkey_required' })).toBe('switch');
  expect(remedyOf({ channel: 'whatsapp_cloud', statusReason: 'credentials' })).toBe('start');
});
