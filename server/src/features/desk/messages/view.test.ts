import { expect, test } from 'vitest';
import { type MessageWithParts, messageView } from './view.ts';

const at = new Date('2026-03-10T15:00:00Z');
/** A message that has everything a message can have, each part with the word by which it would be found. */
const full: MessageWithParts = {
  id: 1,
  company_id: 1,
  ticket_id: 2,
  contact_id: 3,
  connection_id: 4,
  from_me: false,
  external_id: 'wamid.1',
  sent_as: null,
  client_key: null,
  user_id: null,
  participant_name: null,
  participant: null,
  body: 'segredo',
  media_type: 'image',
  state: 'received',
  ack: 0,
  is_read: true,
  fail_reason: null,
  media_state: 'ready',
  media_ref: { id: 'segredo' },
  media_key: 'segredo.jpg',
  media_name: 'segredo.jpg',
  media_mime: 'image/jpeg',
  media_size: 1,
  thumb_key: 'segredo-thumb.webp',
  playable_key: 'segredo-playable.mp3',
  width: 1,
  height: 1,
  duration: null,
  waveform: null,
  is_voice: false,
  location: { latitude: 1, longitude: 2, name: 'segredo', address: null, picture: 'segredo' },
  cards: [{ name: 'segredo', phones: ['5511987650001'] }],
  call: null,
  template: null,
  mentions: [{ token: '5511987650001', name: 'segredo' }],
  history: false,
  automatic: null,
  choices: null,
  is_deleted: true,
  is_edited: true,
  is_forwarded: false,
  quoted_id: null,
  sent_at: at,
  created_at: at,
  updated_at: at,
  contact_name: 'Lia',
  contact_number: '5511987650001',
  user_name: null,
  edits: [{ body: 'segredo', at: at.toISOString() }],
  reactions: [],
  quoted: null,
  read: true,
  outbox: null,
  transcript: null,
};
const shown = (row: MessageWithParts) => JSON.stringify(messageView(row, (key) => `/media/${key}`, 'https://atende.example'));

test('of a message that its customer took back nothing is told, not even where it is quoted', () => {
  expect(shown({ ...full, is_deleted: false })).toContain('segredo-thumb');
  expect(shown(full)).not.toContain('segredo');
  const answer = { ...full, id: 5, body: 'claro', from_me: true, is_deleted: false, quoted_id: 1, quoted: full };
  const nothing = {
    media_key: null,
    media_name: null,
    thumb_key: null,
    playable_key: null,
    location: null,
    cards: null,
    mentions: null,
    edits: [],
  };
  expect(shown({ ...answer, ...nothing })).not.toContain('segredo');
});

test('what an agent took back stays readable', () => {
  expect(shown({ ...full, from_me: true })).toContain('segredo');
});
