import { expect, test } from 'vitest';
import { protocolDay, windowClosesAt } from './rules.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 12, minutes));

test('free text may be sent for 24 hours on the Cloud API and always elsewhere', () => {
  expect(windowClosesAt('whatsapp_cloud', at(0))).toEqual(new Date(at(0).getTime() + 86_400_000));
  expect(windowClosesAt('whatsapp_cloud', null)?.getTime()).toBe(86_400_000);
  expect(windowClosesAt('simulator', at(0))).toBeNull();
});

test('the protocol carries the day of the company', () => {
  const lateEvening = new Date('2026-11-22T01:30:00Z');
  expect(protocolDay(lateEvening, 'America/Sao_Paulo')).toBe('20261121');
  expect(protocolDay(lateEvening, 'UTC')).toBe('20261122');
});
