import { expect, test } from 'vitest';
import { helpBody, helpRules } from './help-form.ts';

test('the address of a video becomes its code, and something else is refused', () => {
  const values = { title: ' Como atender ', video: 'https://youtu.be/dQw4w9WgXcQ', description: 'Passo a passo' };
  expect(helpBody(values)).toEqual({ title: 'Como atender', video: 'dQw4w9WgXcQ', description: 'Passo a passo' });
  const { video } = helpRules();
  expect([video(''), video('https://example.com/x'), video(values.video)]).toEqual([
    'Obrigatório',
    'Cole o endereço ou o código de um vídeo do YouTube.',
    null,
  ]);
});
