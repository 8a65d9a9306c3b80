import { expect, test } from 'vitest';
import { incompressible } from '../../../test/poison.ts';
import type { Inbound } from './port.ts';
import { storableAnswer, storableFact, storableId } from './storable.ts';

const message: Extract<Inbound, { kind: 'message' }> = {
  key: 'm:1',
  kind: 'message',
  externalId: 'wamid.HBgNNTU=',
  chat: [{ kind: 'wa_pn', value: '5511999990000' }],
  participant: null,
  name: 'Íris 👩‍👩‍👧',
  fromMe: false,
  sentAt: '2026-03-10T15:00:00.000Z',
  content: { type: 'location', latitude: -27.59, longitude: -48.55, name: 'Casa', address: 'Rua A, 1' },
  quotedExternalId: null,
  forwarded: false,
  history: false,
};

test('a fact that can be stored stays as it is', () => {
  expect(storableFact(message)).toEqual(message);
});

test('a long id is told from others, and always gets the same form', () => {
  const [long, other] = [incompressible(5_000), `${incompressible(4_999)}!`];
  expect(storableId(long)).toBe(storableId(long));
  expect(storableId(long)).not.toBe(storableId(other));
  expect(storableId(storableId(long))).toBe(storableId(long));
  expect(storableId(long).length).toBeLessThanOrEqual(255);
  expect(storableId('3EB0C767D26A1D1B')).toBe('3EB0C767D26A1D1B');
});

test('a change finds the message whose id is long', () => {
  const id = incompressible(5_000);
  const revoke: Inbound = {
    key: 'x',
    kind: 'revoke',
    targetExternalId: id,
    chat: message.chat,
    fromMe: false,
    participant: null,
    sentAt: message.sentAt,
  };
  const stored = storableFact({ ...message, externalId: id }) as typeof message;
  expect(storableFact(revoke)).toMatchObject({ targetExternalId: stored.externalId });
});

test('a cut leaves no half of a character, and no controls in a line', () => {
  const fact = storableFact({ ...message, name: 'a\r\n\0b', content: { type: 'text', body: `a${'😀'.repeat(40_000)}` } });
  const { name, content } = fact as typeof message;
  expect(name).toBe('a b');
  const body = content.type === 'text' ? content.body : '';
  expect(body.length).toBe(65_536);
  expect(body).not.toMatch(/\p{Surrogate}/u);
  expect(body.at(-1)).toBe('\ufffd');
});

test('sizes become whole numbers that fit', () => {
  const file = (size: number) =>
    storableFact({
      ...message,
      content: { type: 'media', as: 'image', caption: '', media: { id: '1', mime: 'image/png', sha256: null, filename: null, size } },
    });
  for (const [size, stored] of [
    [1.5, 1],
    [-1, 0],
    [1e300, Number.MAX_SAFE_INTEGER],
    [Number.NaN, 0],
  ] as const)
    expect(file(size)).toMatchObject({ content: { media: { size: stored } } });
});

test("a provider's answer is bounded like a fact", () => {
  const id = incompressible(5_000);
  expect(storableAnswer({ externalId: id, recipient: { kind: 'wa_bsuid', value: id } })).toEqual({
    externalId: storableId(id),
    recipient: { kind: 'wa_bsuid', value: storableId(id) },
  });
});
