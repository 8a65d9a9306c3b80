import { expect, test } from 'vitest';
import type { Inbound } from '../../../../../gateways/whatsapp/port.ts';
import { togetherWith } from './apply-together.ts';
import type { InboundMessage } from './inbound.ts';

const text: InboundMessage = {
  key: 'm:1',
  kind: 'message',
  externalId: '1',
  chat: [{ kind: 'wa_pn', value: '5548991000001' }],
  participant: null,
  name: 'Helena',
  fromMe: false,
  content: { type: 'text', body: 'Oi' },
  quotedExternalId: null,
  forwarded: false,
  sentAt: '2026-11-28T12:00:00.000Z',
  history: false,
};
const status = { key: 's:1', kind: 'status' as const, externalId: '1', clientKey: null, reason: null, recipient: null, at: text.sentAt };

test.each<[string, Inbound, 'texts' | 'ticks' | null]>([
  ['the text of a customer', text, 'texts'],
  ['one that was forwarded', { ...text, forwarded: true }, 'texts'],
  ['one from before the number was linked', { ...text, history: true }, null],
  ['what was written on the phone', { ...text, fromMe: true }, null],
  ['an answer to a message', { ...text, quotedExternalId: '0' }, null],
  ['a text in a group', { ...text, chat: [{ kind: 'group', value: '120363000000001' }] }, null],
  ['a place', { ...text, content: { type: 'location', latitude: 1, longitude: 1, name: '', address: '' } }, null],
  ['that a message was read', { ...status, status: 'read' }, 'ticks'],
  ['that it failed', { ...status, status: 'failed' }, null],
])('%s', (_, fact, as) => {
  expect(togetherWith(fact)).toBe(as);
});
