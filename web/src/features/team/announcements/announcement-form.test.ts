import { expect, test } from 'vitest';
import { announcementBody, announcementRules, announcementValues } from './announcement-form.ts';

test('a new one is low and active; title and text are required, and the file is a picture', () => {
  const values = announcementValues(null);
  expect(announcementBody({ ...values, title: ' Aviso ', text: 'Oi' })).toEqual({ title: 'Aviso', text: 'Oi', priority: 3, status: true });
  const rules = announcementRules();
  expect([rules.title(' '), rules.text('')]).toEqual(['Obrigatório', 'Obrigatório']);
  expect(rules.file(new File(['x'], 'a.png', { type: 'image/png' }))).toBeNull();
  expect(rules.file(new File(['x'], 'a.pdf', { type: 'application/pdf' }))).toBe('Escolha uma imagem PNG ou JPG.');
});
