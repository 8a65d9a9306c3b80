import { expect, test } from 'vitest';
import type { PhoneMessage } from '../../../data/simulator/queries.ts';
import { withCountry } from './setup.tsx';
import { dueReceipt } from './use-receipts.ts';

test('what the company sent is read while the phone is looked at', () => {
  expect(dueReceipt([sent(1), sent(2)], false)).toBe('read');
  expect(dueReceipt([sent(3), sent(4)], false)).toBeNull();
});

test('left unread, it is only delivered', () => {
  expect(dueReceipt([sent(1)], true)).toBe('delivered');
  expect(dueReceipt([sent(2), sent(3)], true)).toBeNull();
});

test('what the customer wrote needs no receipt', () => {
  expect(dueReceipt([{ ...sent(0), fromCustomer: true }], false)).toBeNull();
  expect(dueReceipt([], false)).toBeNull();
});

test.each([
  ['(48) 90555-0142', '5548905550142'],
  ['+351 910 005 550', '351910005550'],
  ['5548905550142', '5548905550142'],
  ['1234', null],
  ['', null],
])('a customer with the number %j is %j', (typed, digits) => {
  expect(withCountry(typed)).toBe(digits);
});

function sent(ack: number): PhoneMessage {
  return {
    id: `m${ack}`,
    fromCustomer: false,
    type: 'conversation',
    name: null,
    body: 'Olá',
    mediaUrl: null,
    mediaName: null,
    isDeleted: false,
    ack,
    at: '2026-11-21T12:00:00.000Z',
  };
}
