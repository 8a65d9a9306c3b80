import { settingRules } from '@balcao/contract/setting-rules';
import { expect, test } from 'vitest';
import { mayRead } from './access.ts';
import { allowedValue, knownKey, settingKeys } from './rules.ts';
import { settingView } from './view.ts';

test('every default is a value its key may have', () => {
  for (const key of settingKeys) expect(allowedValue(key, settingRules[key].default).ok, key).toBe(true);
});

test('keys nobody declared do not exist', () => {
  for (const key of ['unheardOf', '', 'constructor', '__proto__'])
    expect(knownKey(key)).toMatchObject({ ok: false, error: 'ERR_NO_SETTING_FOUND' });
});

test('values nobody declared are refused', () => {
  expect(allowedValue('scheduleType', 'department')).toMatchObject({ ok: false, error: 'ERR_SETTING_VALUE' });
  expect(allowedValue('reopenTicketMinutes', '-1').ok).toBe(false);
});

test('a time zone is one that can be calculated with', () => {
  expect(allowedValue('timeZone', 'America/Manaus').ok).toBe(true);
  expect(allowedValue('timeZone', 'America/Nowhere').ok).toBe(false);
});

test('an abbreviation is no time zone: what it means is not the same everywhere', () => {
  for (const value of ['CTT', 'ctt', 'IST', 'PST']) expect(allowedValue('timeZone', value)).toMatchObject({ error: 'ERR_SETTING_VALUE' });
  for (const value of ['UTC', 'GMT', 'Japan', 'Etc/GMT+3']) expect(allowedValue('timeZone', value)).toEqual({ ok: true, value });
});

test('secrets are read by nobody and known to admins only', () => {
  expect(mayRead({ kind: 'user', profile: 'supervisor', super: false }, 'asaas')).toBe(false);
  expect(mayRead({ kind: 'user', profile: 'admin', super: false }, 'asaas')).toBe(true);
  expect(settingView(1, 'asaas', { id: 4, key: 'asaas', value: 'sealed' })).toEqual({
    id: 4,
    key: 'asaas',
    companyId: 1,
    value: '',
    configured: true,
  });
});

test('a missing row reads as its default', () => {
  expect(settingView(1, 'CheckMsgIsGroup', undefined)).toEqual({ id: 0, key: 'CheckMsgIsGroup', companyId: 1, value: 'enabled' });
});
