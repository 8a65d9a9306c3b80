import { expect, test } from 'vitest';
import { protocolOf, reopens, windowClosesAt } from './rules.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 12, minutes));

test('a ticket reopens only inside the window of the company', () => {
  expect(reopens(at(0), 120, at(60))).toBe(true);
  expect(reopens(at(0), 30, at(31))).toBe(false);
  expect(reopens(at(0), 0, at(0))).toBe(false);
  expect(reopens(null, 120, at(0))).toBe(false);
});

test('free text may be sent for 24 hours on the Cloud API and always elsewhere', () => {
  expect(windowClosesAt('whatsapp_cloud', at(0))).toEqual(new Date(at(0).getTime() + 86_400_000));
  expect(windowClosesAt('whatsapp_cloud', null)?.getTime()).toBe(86_400_000);
  expect(windowClosesAt('simulator', at(0))).toBeNull();
});

test('the protocol carries the day of the company', () => {
  const lateEvening = new Date('2026-11-22T01:30:00Z');
  expect(protocolOf(4821, lateEvening, 'America/Sao_Paulo')).toBe('20261121-4821');
  expect(protocolOf(4821, lateEvening, 'UTC')).toBe('20261122-4821');
});
