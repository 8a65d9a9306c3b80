import { encodeBinaryNode } from 'baileys';
import { expect, test } from 'vitest';
import { parse, text } from './auth-state.ts';
import { stanzasIn } from './stanza-journal.ts';

test('a stanza that cannot be decoded keeps none of the others from being passed on', async () => {
  const row = (id: string) =>
    text({ node: encodeBinaryNode({ tag: 'message', attrs: { from: '1@lid', id } }), plaintext: Buffer.alloc(0) });
  const unreadable: unknown[] = [];
  const nodes = await stanzasIn(
    [row('a'), 'no JSON', text({ node: Buffer.from([2, 255, 255]), plaintext: Buffer.alloc(0) }), '{}', row('b')],
    parse,
    (error) => unreadable.push(error),
  );
  expect(nodes.map(({ attrs }) => attrs.id)).toEqual(['a', 'b']);
  expect(unreadable).toHaveLength(3);
});
