import { expect, test } from 'vitest';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { briefOf, contentOf } from './message-text.ts';

test('a quote is one line without marks and our signature; what is copied is said as it was written', () => {
  const ours = makeMessage(1, { fromMe: true, body: '*Marina Duarte:*\nÉ *amanhã*,\nàs 9h' });
  expect(briefOf(ours)).toBe('É amanhã, às 9h');
  expect(contentOf(ours)).toBe('*Marina Duarte:*\nÉ *amanhã*,\nàs 9h');
  expect(briefOf(makeMessage(2, { fromMe: false, body: '*Marina:* oi' }))).toBe('Marina: oi');
});
