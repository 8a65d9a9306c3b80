import { expect, test } from 'vitest';
import { testSession } from '../../../platform/test-session.ts';
import { checkoutBody, checkoutRules, checkoutValues } from './checkout-form.ts';

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

test('a document is a CPF or a CNPJ; what the company has said before stands in the form and is sent', () => {
  const { document } = checkoutRules();
  expect(['', '123.456.789-09', '12.345.678/0001-95', '123456789012'].map(document)).toEqual([null, null, null, 'CPF ou CNPJ inválido']);
  const said = { billingName: 'Loja Ltda', billingDocument: '12345678909', addressZipCode: '89010-000', addressStreet: 'Rua XV, 1' };
  const place = { addressDistrict: 'Centro', addressCity: 'Blumenau', addressState: 'SC', addressCountry: 'BR' };
  expect(checkoutBody(checkoutValues({ ...testSession().user.company, ...said, ...place }))).toEqual({
    ...{ firstName: 'Loja Ltda', document: '12345678909', zipcode: '89010-000', address2: 'Rua XV, 1' },
    ...{ district: 'Centro', city: 'Blumenau', state: 'SC', country: 'BR' },
  });
});
