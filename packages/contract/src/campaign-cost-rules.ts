// What Meta charges for templates, by category and by the country of the customer. The prices are the company's own entries: Meta changes them,
// and bills in the currency of the account. Pure, and shared.
import type { TemplateCategory } from './template-rules.ts';

/** Countries with a price of their own, and regions for all others, as in Meta's price list. */
export const priceGroups = [
  'BR',
  'AR',
  'CL',
  'CO',
  'MX',
  'PE',
  'latin_america',
  'north_america',
  'DE',
  'ES',
  'FR',
  'GB',
  'IT',
  'NL',
  'western_europe',
  'eastern_europe',
  'RU',
  'TR',
  'AE',
  'IL',
  'SA',
  'middle_east',
  'EG',
  'NG',
  'ZA',
  'africa',
  'ID',
  'IN',
  'MY',
  'PK',
  'asia_pacific',
] as const;
export type PriceGroup = (typeof priceGroups)[number];

export const priceCurrencies = ['BRL', 'USD', 'EUR', 'GBP', 'MXN', 'INR', 'IDR', 'AUD'] as const;
export type PriceCurrency = (typeof priceCurrencies)[number];

/** Prices for one message; null: not known. */
export type PriceRow = { group: PriceGroup; marketing: number | null; utility: number | null; authentication: number | null };
export type Prices = { currency: PriceCurrency; rows: readonly PriceRow[] };

export const noPrices: Prices = { currency: 'BRL', rows: [] };

const byCode: Readonly<Record<string, PriceGroup>> = {
  ...{ 55: 'BR', 54: 'AR', 56: 'CL', 57: 'CO', 52: 'MX', 51: 'PE', 1: 'north_america' },
  ...{ 49: 'DE', 34: 'ES', 33: 'FR', 44: 'GB', 39: 'IT', 31: 'NL', 7: 'RU', 90: 'TR' },
  ...{ 971: 'AE', 972: 'IL', 966: 'SA', 20: 'EG', 234: 'NG', 27: 'ZA', 62: 'ID', 91: 'IN', 60: 'MY', 92: 'PK' },
  ...{ 43: 'western_europe', 32: 'western_europe', 45: 'western_europe', 358: 'western_europe', 353: 'western_europe' },
  ...{ 47: 'western_europe', 351: 'western_europe', 46: 'western_europe', 41: 'western_europe' },
  ...{ 961: 'middle_east', 962: 'middle_east', 964: 'middle_east', 965: 'middle_east', 967: 'middle_east' },
  ...{ 968: 'middle_east', 973: 'middle_east', 974: 'middle_east' },
};
const byZone: Readonly<Record<string, PriceGroup>> = {
  ...{ 2: 'africa', 3: 'eastern_europe', 4: 'eastern_europe', 5: 'latin_america', 6: 'asia_pacific', 8: 'asia_pacific', 9: 'asia_pacific' },
};
/** How many of the first digits of a number decide its group. */
export const priceDigits = 3;

/** The group of a number by its first digits; null for digits that begin no number. */
export function priceGroupOf(number: string): PriceGroup | null {
  for (let digits = priceDigits; digits > 0; digits--) {
    const group = byCode[number.slice(0, digits)];
    if (group && number.length >= digits) return group;
  }
  return byZone[number.slice(0, 1)] ?? null;
}

/** The price of one template; null if the company has not entered it. */
export function priceOf({ rows }: Prices, group: PriceGroup | null, category: TemplateCategory): number | null {
  const row = rows.find((each) => each.group === group);
  const columns = { MARKETING: 'marketing', UTILITY: 'utility', AUTHENTICATION: 'authentication' } as const;
  return row?.[columns[category]] ?? null;
}

export type CostLine = { group: PriceGroup | null; count: number; price: number | null };

/**
 * What the templates of a campaign will cost, by group, most of them first. In an open window Meta charges nothing for templates of utility.
 * `total` leaves out what has no price.
 */
export function costOf(
  prices: Prices,
  category: TemplateCategory,
  sent: readonly { number: string; count: number; isOpen: boolean }[],
): { lines: CostLine[]; total: number } {
  const counts = new Map<PriceGroup | null, number>();
  for (const { number, count, isOpen } of sent) {
    if (isOpen && category === 'UTILITY') continue;
    const group = priceGroupOf(number);
    counts.set(group, (counts.get(group) ?? 0) + count);
  }
  const lines = [...counts].map(([group, count]) => ({ group, count, price: priceOf(prices, group, category) }));
  lines.sort((a, b) => b.count - a.count);
  const total = lines.reduce((sum, { count, price }) => sum + count * (price ?? 0), 0);
  return { lines, total: Math.round(total * 10_000) / 10_000 };
}
