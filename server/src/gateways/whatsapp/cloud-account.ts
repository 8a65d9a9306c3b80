// What Meta reports about the number or the account itself.
import { type Json, record, records, text } from './cloud-json.ts';
import type { Inbound } from './port.ts';

type Health = Extract<Inbound, { kind: 'account' }>['health'];

const quality: Record<string, Health> = {
  FLAGGED: 'restricted',
  DOWNGRADE: 'restricted',
  UNFLAGGED: 'ok',
  UPGRADE: 'ok',
  ONBOARDING: 'ok',
};

const account: Record<string, Health> = {
  ACCOUNT_RESTRICTION: 'restricted',
  ACCOUNT_VIOLATION: 'restricted',
  ACCOUNT_RECONNECTED: 'ok',
  ACCOUNT_DELETED: 'disconnected',
  ACCOUNT_OFFBOARDED: 'disconnected',
  PARTNER_REMOVED: 'disconnected',
  PARTNER_APP_UNINSTALLED: 'disconnected',
};

const bans: Record<string, Health> = { SCHEDULE_FOR_DISABLE: 'restricted', DISABLE: 'disconnected', REINSTATE: 'ok' };

/** A fact about the number's health, or null if it does not affect sending. `detail` is Meta's own words, joined by colons. */
export function accountFact(field: string, value: Json, at: string): Inbound | null {
  const event = text(value.event) ?? '';
  const ban = text(record(value.ban_info)?.waba_ban_state) ?? '';
  const health = lookUp(field === 'account_update' ? account : quality, event) ?? (event === 'DISABLED_UPDATE' ? lookUp(bans, ban) : null);
  if (!health) return null;
  const more = [
    ban,
    text(record(value.violation_info)?.violation_type),
    text(value.current_limit),
    ...records(value.restriction_info).flatMap((limit) => [text(limit.restriction_type), text(limit.expiration)]),
  ];
  const detail = [event, ...more.filter(Boolean)].join(':');
  const subject = text(value.display_phone_number) ?? text(value.phone_number) ?? '';
  return { key: `a:${field}:${subject}:${detail}:${at}`, kind: 'account', health, detail, at };
}

function lookUp(table: Record<string, Health>, word: string): Health | null {
  return Object.hasOwn(table, word) ? (table[word] ?? null) : null;
}
