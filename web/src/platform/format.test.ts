import { afterEach, expect, test } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatMoney,
  formatNumber,
  formatPhone,
} from './format.ts';
import { chooseLanguage, t } from './i18n.ts';

afterEach(() => chooseLanguage('pt'));

const now = new Date(2026, 10, 21, 12, 0).getTime();
const ago = (ms: number) => formatAgo(now - ms, now);
const minute = 60_000;

test('how long ago, as short as a list needs it', () => {
  expect(ago(10_000)).toBe('agora');
  expect(ago(2 * minute)).toBe('2 min');
  expect(ago(23 * 60 * minute)).toBe('23 h');
  expect(ago(25 * 60 * minute)).toBe('ontem');
  expect(ago(72 * 60 * minute)).toBe('18/11/26');
});

test('days, dates and times', () => {
  expect(formatDate('2027-03-14')).toBe('14/03/2027');
  expect(formatDateTime(new Date(2026, 10, 5, 9, 5))).toBe('05/11/2026 09:05');
  expect(formatDay(now - minute, now)).toBe('Hoje');
  expect(formatDay(now - 24 * 60 * minute, now)).toBe('Ontem');
  expect(formatDay(now - 30 * 24 * 60 * minute, now)).toBe('22/10/2026');
});

test('phone numbers, as Brazilians write them', () => {
  expect(formatPhone('5548905550142')).toBe('+55 48 90555-0142');
  expect(formatPhone('554832221100')).toBe('+55 48 3222-1100');
  expect(formatPhone('14155550123')).toBe('+14155550123');
  expect(formatPhone('')).toBe('');
});

test('amounts', () => {
  expect(formatNumber(1840)).toBe('1.840');
  expect(formatMoney(30)).toMatch(/^R\$\s30,00$/);
  expect(formatBytes(1_234_567)).toBe('1,2 MB');
  expect(formatBytes(240_000)).toBe('240 KB');
  expect(formatDuration(65)).toBe('1:05');
  expect(formatDuration(3725)).toBe('1:02:05');
});

test('texts and numbers follow the chosen language', async () => {
  expect(t('{{count}} mensagens não lidas', { count: 1 })).toBe('1 mensagem não lida');
  expect(t('{{count}} mensagens não lidas', { count: 3 })).toBe('3 mensagens não lidas');
  expect(t('{{count}} mensagens não lidas', { count: 1200 })).toBe('1.200 mensagens não lidas');
  await chooseLanguage('en');
  expect(t('{{count}} mensagens não lidas', { count: 1 })).toBe('1 unread message');
  expect(formatNumber(1840)).toBe('1,840');
  expect(ago(25 * 60 * minute)).toBe('yesterday');
  expect(localStorage.getItem('i18nextLng')).toBe('en');
  expect(document.documentElement.lang).toBe('en-GB');
});
