import { expect, test } from 'vitest';
import { exampleLanguages, fileExample, textExample } from './examples.ts';

const of = { url: 'https://desk.example/api/messages/send', token: 'segredo', number: '5511987654321', body: "Olá, d'Ávila" };

test.each(exampleLanguages)('the example in %s has what a request needs', (language) => {
  for (const example of [textExample, fileExample]) {
    const text = example(language, of);
    for (const part of [of.url, 'Bearer segredo', of.number]) expect(text).toContain(part);
  }
  expect(fileExample(language, of)).toContain('medias');
});

test('a quote in the text ends no string', () => {
  expect(textExample('curl', of)).toContain("d'\\''Ávila");
  expect(textExample('PHP', of)).toContain("d\\'Ávila");
});
