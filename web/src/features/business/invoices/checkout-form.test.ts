import { expect, test } from 'vitest';
import { testSession } from '../../../platform/test-session.ts';
import { checkoutRules, checkoutValues } from './checkout-form.ts';

test('the address is asked for field by field', () => {
  const values = { ...checkoutValues(testSession().user.company), country: '' };
  const rules = checkoutRules();
  expect([rules.firstName(values.firstName), rules.address2(''), rules.city(' '), rules.zipcode('', values), rules.country('')]).toEqual([
    'O nome completo é obrigatório',
    'O Endereço é obrigatório',
    'Cidade é obrigatória',
    'CEP é obrigatório',
    'País é obrigatório',
  ]);
});

test.each([
  ['01310-100', 'BR', null],
  ['01310100', 'BR', null],
  ['0131-0100', 'BR', 'Formato de CEP inválido'],
  ['90210', 'BR', 'Formato de CEP inválido'],
  ['90210', 'usa', null],
  ['90210-1234', 'usa', null],
  ['01310-100', 'usa', 'Formato de CEP inválido'],
])('%s in %s', (zipcode, country, problem) => {
  const values = { ...checkoutValues(testSession().user.company), country };
  expect(checkoutRules().zipcode(zipcode, values)).toBe(problem);
});
