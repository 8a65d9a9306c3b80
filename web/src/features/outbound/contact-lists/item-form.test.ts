import { expect, test } from 'vitest';
import { campaignRules } from '../campaigns/form.ts';
import { contactListRules } from './contact-list-form.ts';
import { itemRules } from './item-form.ts';

const long = 'x'.repeat(51);

test('names have 2 to 50 letters, numbers 8 to 50, in the words of all forms', () => {
  const rules = itemRules();
  const list = contactListRules();
  for (const name of [rules.name, list.name, campaignRules().name]) {
    expect([name(''), name('a'), name('Al'), name(long)]).toEqual(['Obrigatório', 'Muito curto!', null, 'Muito longo!']);
  }
  expect([rules.number('1234567'), rules.number('48988771234'), rules.number(long)]).toEqual(['Muito curto!', null, 'Muito longo!']);
  expect([rules.email(''), rules.email('a@b'), rules.email('a@b.co')]).toEqual([null, 'E-mail inválido', null]);
});
