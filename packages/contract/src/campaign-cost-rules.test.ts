import { expect, test } from 'vitest';
import { costOf, noPrices, type Prices, priceGroupOf } from './campaign-cost-rules.ts';

const prices: Prices = {
  currency: 'BRL',
  rows: [
    { group: 'BR', marketing: 0.35, utility: 0.04, authentication: null },
    { group: 'western_europe', marketing: 0.6, utility: null, authentication: null },
  ],
};

test.each([
  ['5548988123401', 'BR'],
  ['12025550123', 'north_america'],
  ['351912345678', 'western_europe'],
  ['3585012345', 'western_europe'],
  ['971501234567', 'AE'],
  ['97412345678', 'middle_east'],
  ['5989912345', 'latin_america'],
  ['2348012345', 'NG'],
  ['254712345', 'africa'],
  ['48123456789', 'eastern_europe'],
  ['819012345', 'asia_pacific'],
  ['0', null],
])('%s belongs to %s', (number, group) => {
  expect(priceGroupOf(number)).toBe(group);
});

test('templates are charged by country, and what has no price is said', () => {
  const sent = [
    { number: '554', count: 100, isOpen: false },
    { number: '551', count: 50, isOpen: false },
    { number: '351', count: 10, isOpen: false },
    { number: '120', count: 3, isOpen: false },
  ];
  expect(costOf(prices, 'MARKETING', sent)).toEqual({
    lines: [
      { group: 'BR', count: 150, price: 0.35 },
      { group: 'western_europe', count: 10, price: 0.6 },
      { group: 'north_america', count: 3, price: null },
    ],
    total: 58.5,
  });
  expect(costOf(noPrices, 'MARKETING', sent).total).toBe(0);
});

test('in an open window, utility is free and marketing is not', () => {
  const sent = [{ number: '554', count: 10, isOpen: true }];
  expect(costOf(prices, 'UTILITY', sent)).toEqual({ lines: [], total: 0 });
  expect(costOf(prices, 'MARKETING', sent).total).toBe(3.5);
});
