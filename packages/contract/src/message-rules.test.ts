import { expect, test } from 'vitest';
import { isEditable } from './message-rules.ts';

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
