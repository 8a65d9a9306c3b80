import type { ListedCompany } from '@balcao/contract/companies';
import { expect, test } from 'vitest';
import { companyBody, companyRules, companyValues, moreDue } from './company-form.ts';

test.each([
  ['2026-01-31', 'MENSAL', '2026-02-28'],
  ['2026-01-31', 'BIMESTRAL', '2026-03-31'],
  ['2026-01-15', 'ANUAL', '2027-01-15'],
  ['', 'SEMESTRAL', '2026-09-10'],
] as const)('one more payment after %j, %s, ends on %s', (due, recurrence, then) => {
  expect(moreDue(due, recurrence, '2026-03-10')).toBe(then);
});

test('an empty or invalid due date is none', () => {
  const values = { ...companyValues(null), name: ' Loja ', planId: '3' };
  expect([companyBody(values).dueDate, companyBody({ ...values, dueDate: '2026-13-45' }).dueDate]).toEqual([null, null]);
  expect(companyBody({ ...values, dueDate: '2026-12-31', billingName: ' Loja Ltda ' })).toMatchObject({
    name: 'Loja',
    planId: 3,
    dueDate: '2026-12-31',
    billingName: 'Loja Ltda',
  });
});

test('e-mail and plan are asked for; a password is checked if a new company is given one', () => {
  expect([companyRules(true).email(''), companyRules(true).planId(null), companyRules(false).password('')]).toEqual([
    'Obrigatório',
    'Obrigatório',
    null,
  ]);
  const password = companyRules(true).password;
  expect([password(''), password('1234'), password('12345'), password('x'.repeat(51))]).toEqual([
    null,
    'Muito curto!',
    null,
    'Muito longo!',
  ]);
  expect([companyRules(false).billingDocument('123'), companyRules(false).billingDocument('12.345.678/0001-95')]).toEqual([
    'CPF ou CNPJ inválido',
    null,
  ]);
});

test('one that is switched off, without days of grace and without campaigns stays so when it is saved', () => {
  const off = { status: false, graceDays: 0, recurrence: 'ANUAL', dueDate: '2026-12-31', addressCountry: 'usa' } as const;
  const settings = [{ key: 'campaignsEnabled', value: 'false' }];
  const company = { ...off, name: 'Loja', email: 'a@loja.example', phone: null, planId: 3, settings, billingName: 'Loja Ltda' };
  expect(companyBody(companyValues(company as unknown as ListedCompany))).toMatchObject({
    ...off,
    campaignsEnabled: false,
    billingName: 'Loja Ltda',
  });
});
