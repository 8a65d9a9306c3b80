import { expect, test } from 'vitest';
import { type ContactValues, contactBody, contactRules } from './contact-form.ts';
import { fieldToNumber, maskNumber, numberToField } from './contact-number.ts';

test.each([
  ['48905550142', '(48) 90555-0142'],
  ['4832220142', '(48) 3222-0142'],
  ['489055501429999', '(48) 90555-0142'],
  ['+351 910 005 550', '+351910005550'],
  ['00351910005550', '+351910005550'],
  ['+', '+'],
  ['', ''],
])('typed %j is shown as %j', (typed, shown) => {
  expect(maskNumber(typed)).toBe(shown);
});

test.each(['5548905550142', '554832220142', '351910005550', '14155550142', ''])('the stored number %j survives the form', (digits) => {
  expect(fieldToNumber(numberToField(digits))).toBe(digits);
});

test('a Brazilian number of the area 55 gets its country code', () => {
  expect(fieldToNumber('(55) 90555-0142')).toBe('5555905550142');
});

test('names have 2 to 50 letters, numbers 8 digits however they are written, e-mails an at sign', () => {
  const { name, number, email } = contactRules(false);
  expect([name(''), name(' a '), name('Al'), name('x'.repeat(50)), name('x'.repeat(51))]).toEqual([
    'Obrigatório',
    'Muito pequeno!',
    null,
    null,
    'Muito longo!',
  ]);
  expect([number(''), number('(48) 9055-'), number('(48) 90555-0142'), number('+351910005550')]).toEqual([
    'Obrigatório',
    'Muito pequeno!',
    null,
    null,
  ]);
  expect([email(''), email('a@b.co'), email('a@b'), email('a b@c.de')]).toEqual([null, null, 'Email inválido', 'Email inválido']);
});

test('only a contact whose number is hidden may stay without one', () => {
  expect(contactRules(true).number('')).toBeNull();
  expect(contactRules(false).number('')).toBe('Obrigatório');
});

test('a value needs the name of its field', () => {
  const values: ContactValues = {
    name: '',
    number: '',
    email: '',
    extraInfo: [
      { key: 'a', name: '', value: '42' },
      { key: 'b', name: '', value: '' },
    ],
  };
  const { name } = contactRules(false).extraInfo;
  expect(name('', values, 'extraInfo.0.name')).toBe('Obrigatório');
  expect(name('', values, 'extraInfo.1.name')).toBeNull();
});

test('rows left empty are not sent, those there are keep their id', () => {
  const body = contactBody({
    name: ' Helena ',
    number: '(48) 90555-0142',
    email: ' h@exemplo.com ',
    extraInfo: [
      { id: 7, key: 'a', name: 'CPF', value: '1' },
      { key: 'b', name: 'Cidade', value: 'Palhoça' },
      { key: 'c', name: ' ', value: '' },
    ],
  });
  expect(body).toEqual({
    name: 'Helena',
    number: '5548905550142',
    email: 'h@exemplo.com',
    extraInfo: [
      { id: 7, name: 'CPF', value: '1' },
      { name: 'Cidade', value: 'Palhoça' },
    ],
  });
});
