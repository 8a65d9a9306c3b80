import { expect, test } from 'vitest';
import { replyOf } from './reply.ts';
import { markdownText, richText } from './typebot-text.ts';

const nothing = { bubbles: [], action: null };
const text = (written: string) => ({ type: 'text', text: written });
const read = (written: string, contentType = 'application/json') => replyOf(Buffer.from(written), contentType);
const json = (value: unknown) => read(JSON.stringify(value));

test.each([
  ['', nothing],
  [JSON.stringify({ message: 'Workflow was started' }), nothing],
  ['{"success":true}', nothing],
  ['null', nothing],
  ['[]', nothing],
])('%s says nothing', (written, reply) => {
  expect(read(written)).toEqual(reply);
});

test.each([{ output: 'olá' }, { answer: 'olá' }, { text: 'olá' }, { reply: 'olá' }, [{ output: 'olá' }], 'olá', { messages: ['olá'] }])(
  '%j is a text',
  (value) => {
    expect(json(value)).toEqual({ bubbles: [text('olá')], action: null });
  },
);

test('plain text is a text, and a page is nothing anybody meant', () => {
  expect(read('olá', 'text/plain; charset=utf-8')).toEqual({ bubbles: [text('olá')], action: null });
  expect(read('<html>', 'text/html')).toBeNull();
  expect(read('{"output":', 'application/json')).toBeNull();
});

test('messages may be files', () => {
  const messages = [
    { type: 'text', text: 'Segue' },
    { type: 'image', url: 'https://loja.example/a.png', caption: 'Foto' },
    { type: 'document', url: 'https://loja.example/a.pdf', filename: 'tabela.pdf' },
    { type: 'carousel' },
  ];
  expect(json({ messages })?.bubbles).toEqual([
    text('Segue'),
    { type: 'file', as: 'image', url: 'https://loja.example/a.png', name: null, caption: 'Foto' },
    { type: 'file', as: 'document', url: 'https://loja.example/a.pdf', name: 'tabela.pdf', caption: '' },
  ]);
});

test.each([
  [{ action: 'close' }, { do: 'close' }],
  [{ action: 'stop' }, { do: 'stop' }],
  [
    { action: 'transfer', queueId: '7' },
    { do: 'transfer', queueId: 7, userId: null },
  ],
  [[{ output: 'a' }, { action: 'transfer', queueId: 7, userId: 3 }], { do: 'transfer', queueId: 7, userId: 3 }],
  [
    { action: 'transfer', queueId: -1 },
    { do: 'transfer', queueId: null, userId: null },
  ],
  [{ action: 'drop table' }, null],
])('%j wants %j', (value, action) => {
  expect(json(value)?.action).toEqual(action);
});

test('no answer is longer than a person would read', () => {
  const many = json(Array.from({ length: 100 }, () => ({ messages: Array.from({ length: 100 }, () => 'a') })));
  expect(many?.bubbles).toHaveLength(20);
  expect(json({ output: 'a'.repeat(10_000) })?.bubbles).toEqual([text('a'.repeat(4_096))]);
});

test('rich text becomes marks of WhatsApp', () => {
  const p = (...children: object[]) => ({ type: 'p', children });
  expect(
    richText([
      p({ text: 'Olá ', bold: true }, { text: 'Ana', italic: true, bold: true }),
      p({ text: '' }),
      p({ text: 'fim', strikethrough: true }),
    ]),
  ).toBe('*Olá* _*Ana*_\n\n~fim~');
  expect(richText([p({ type: 'a', url: 'https://a.example', children: [{ text: 'veja' }] })])).toBe('veja (https://a.example)');
  expect(richText([p({ type: 'a', url: 'https://a.example', children: [{ text: 'https://a.example' }] })])).toBe('https://a.example');
  const item = (written: string) => ({ type: 'li', children: [{ type: 'lic', children: [{ text: written }] }] });
  expect(
    richText([
      { type: 'ul', children: [item('um'), item('dois')] },
      { type: 'ol', children: [item('três')] },
    ]),
  ).toBe('- um\n- dois\n1. três');
  expect(richText('nonsense')).toBe('');
});

test('markdown becomes marks of WhatsApp', () => {
  expect(markdownText('**Olá** ~~não~~ [veja](https://a.example)')).toBe('*Olá* ~não~ veja (https://a.example)');
});

test('no text of theirs holds the process', () => {
  const begun = performance.now();
  const n = 200_000;
  for (const text of ['['.repeat(n), ' **a'.repeat(n / 4), '~~a '.repeat(n / 4), ' __a'.repeat(n / 4)]) markdownText(text);
  richText([{ type: 'p', children: [{ text: `x${' '.repeat(n)}x`, bold: true }] }]);
  let deep: unknown = { text: 'fundo' };
  for (let i = 0; i < 50_000; i += 1) deep = { type: i % 2 ? 'ul' : 'li', children: [deep] };
  expect(richText([deep])).not.toContain('fundo');
  expect(performance.now() - begun).toBeLessThan(3_000);
});
