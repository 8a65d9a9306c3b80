import { tokenMask } from '@balcao/contract/connection-rules';
import { expect, test } from 'vitest';
import { checkGreeting, defaultAfter, firstStatus, mayRemove, sessionChange, tokenChange } from './rules.ts';

test.each([
  ['', 0, true],
  ['', 1, true],
  ['', 2, false],
  [' \n', 2, false],
  ['Olá', 2, true],
])('greeting %j with %i queues', (greeting, queues, ok) => {
  expect(checkGreeting(greeting, queues).ok).toBe(ok);
});

test.each([
  [undefined, { isDefault: false, others: 0 }, true],
  [false, { isDefault: false, others: 0 }, true],
  [undefined, { isDefault: false, others: 1 }, false],
  [true, { isDefault: false, others: 1 }, true],
  [undefined, { isDefault: true, others: 1 }, true],
  [true, { isDefault: true, others: 0 }, true],
])('asked %s of %j the default is %s', (asked, now, value) => {
  expect(defaultAfter(asked, now)).toEqual({ ok: true, value });
});

test('the default is given to another, not given up', () => {
  for (const others of [0, 1])
    expect(defaultAfter(false, { isDefault: true, others })).toEqual({ ok: false, error: 'ERR_NO_OTHER_WHATSAPP' });
  expect(mayRemove({ isDefault: true, others: 1 })).toEqual({ ok: false, error: 'ERR_NO_OTHER_WHATSAPP' });
  expect(mayRemove({ isDefault: true, others: 0 }).ok).toBe(true);
  expect(mayRemove({ isDefault: false, others: 1 }).ok).toBe(true);
});

test.each([
  [undefined, { kind: 'keep' }],
  [tokenMask, { kind: 'keep' }],
  ['', { kind: 'clear' }],
  [' segredo ', { kind: 'set', token: 'segredo' }],
])('token %j', (sent, change) => {
  expect(tokenChange(sent)).toEqual(change);
});

test('a session changes only when something is different', () => {
  const now = { status: 'qrcode', status_reason: null, number: '5511', qrcode: 'abc', pairing_code: '', code_expires_at: null };
  expect(sessionChange(now, { status: 'qrcode', statusReason: null })).toBeNull();
  expect(sessionChange(now, { status: 'qrcode', statusReason: null, qrcode: 'def' })).toMatchObject({ qrcode: 'def', number: '5511' });
  expect(sessionChange(now, { status: 'CONNECTED', statusReason: null, number: '5512' })).toEqual({
    status: 'CONNECTED',
    status_reason: null,
    number: '5512',
    qrcode: '',
    pairing_code: '',
    code_expires_at: null,
  });
  expect(sessionChange(now, { status: 'CONNECTED', statusReason: null, number: null })).toMatchObject({ number: '5511' });
});

test('only the built-in phone is there at once', () => {
  expect([firstStatus('simulator'), firstStatus('whatsapp_cloud'), firstStatus('whatsapp_web')]).toEqual([
    'CONNECTED',
    'OPENING',
    'OPENING',
  ]);
});
