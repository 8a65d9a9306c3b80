import { expect, test } from 'vitest';
import { invoiceState, isZipCode } from './billing-rules.ts';

test('an invoice is overdue from the day after its last, unless it is paid', () => {
  const invoice = { status: 'open', dueDate: '2031-01-31' };
  const states = ['2031-01-30', '2031-01-31', '2031-02-01'].map((today) => invoiceState(invoice, today));
  expect(states).toEqual(['open', 'open', 'overdue']);
  expect(invoiceState({ ...invoice, status: 'paid' }, '2031-02-01')).toBe('paid');
});

test.each([
  ['01310-100', 'brazil', true],
  [' 01310100 ', 'brazil', true],
  ['0131-0100', 'brazil', false],
  ['01310', 'brazil', false],
  ['90210', 'usa', true],
  ['90210-1234', 'usa', true],
  ['01310-100', 'usa', false],
])('%s as a postal code of %s: %s', (text, country, expected) => {
  expect(isZipCode(text, country)).toBe(expected);
});
