import { expect, test } from 'vitest';
import { isEditable, mayDelete, oneEmoji } from './message-rules.ts';

const sent = {
  fromMe: true,
  mediaType: 'conversation',
  state: 'delivered',
  isDeleted: false,
  createdAt: '2026-11-21T12:00:00.000Z',
} as const;
const after = (minutes: number) => Date.parse(sent.createdAt) + minutes * 60_000;

test('our own text may be corrected for a quarter of an hour, where the channel can', () => {
  expect(isEditable(sent, 'whatsapp_web', after(15))).toBe(true);
  expect(isEditable(sent, 'whatsapp_web', after(16))).toBe(false);
  expect(isEditable(sent, 'whatsapp_cloud', after(1))).toBe(false);
  expect(isEditable(sent, null, after(1))).toBe(false);
  expect(isEditable({ ...sent, fromMe: false }, 'whatsapp_web', after(1))).toBe(false);
  expect(isEditable({ ...sent, mediaType: 'image' }, 'whatsapp_web', after(1))).toBe(false);
  expect(isEditable({ ...sent, state: 'queued' }, 'whatsapp_web', after(1))).toBe(false);
  expect(isEditable({ ...sent, isDeleted: true }, 'whatsapp_web', after(1))).toBe(false);
});

test('what waits is withdrawn; what was sent is deleted for two and a half days, where the channel can', () => {
  const refused = (reason: string) => ({ ok: false, error: 'ERR_DELETE_WAPP_MSG', details: { reason } });
  const days = (count: number) => after(count * 24 * 60);
  expect(mayDelete(sent, 'whatsapp_web', days(2.5))).toEqual({ ok: true, value: 'revoke' });
  expect(mayDelete(sent, 'whatsapp_web', days(2.5) + 1)).toMatchObject({ ok: false, error: 'ERR_FETCH_WAPP_MSG' });
  expect(mayDelete(sent, 'whatsapp_cloud', after(1))).toEqual(refused('not_permitted'));
  expect(mayDelete(sent, null, after(1))).toEqual(refused('connection_down'));
  expect(mayDelete({ ...sent, state: 'sending' }, 'whatsapp_web', after(1))).toEqual(refused('under_way'));
  expect(mayDelete({ ...sent, fromMe: false, state: 'received' }, 'whatsapp_web', after(1))).toEqual(refused('not_ours'));
  for (const state of ['queued', 'failed'] as const)
    expect(mayDelete({ ...sent, state }, 'whatsapp_cloud', days(9))).toEqual({ ok: true, value: 'withdraw' });
});

test('a reaction is one emoji, with all that belongs to it', () => {
  const emojis = ['👍', '❤️', '❤', '👍🏽', '👩🏽‍🚒', '🏳️‍🌈', '👩‍❤️‍💋‍👨', '⛹🏿‍♀️', '🇧🇷', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '5️⃣', '#⃣', '☑️'];
  for (const emoji of emojis) expect(oneEmoji.test(emoji), emoji).toBe(true);
  const others = ['123', '1', '#', '👍👍', '👍 ', '👍a', '🇧', '🇧🇷🇧🇷', '🏽', '\u200D', '\uFE0F', '👍\u200D', 'ok', '<b>'];
  for (const other of others) expect(oneEmoji.test(other), other).toBe(false);
});
