// What Meta reports about the number or the account itself.
import { isoTime, type Json, record, records, text } from './cloud-json.ts';
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

/**
 * A fact about what the number may do or how it is, or null if it does not affect sending. `detail` and `reason` are Meta's own words, joined by
 * colons.
 */
export function accountFact(field: string, value: Json, at: string): Inbound | null {
  const event = text(value.event) ?? '';
  const ban = text(record(value.ban_info)?.waba_ban_state) ?? '';
  const health = lookUp(field === 'account_update' ? account : quality, event) ?? (event === 'DISABLED_UPDATE' ? lookUp(bans, ban) : null);
  if (!health) return null;
  const restrictions = records(value.restriction_info);
  const more = [
    ban,
    text(record(value.violation_info)?.violation_type),
    text(value.current_limit),
    ...restrictions.flatMap((limit) => [text(limit.restriction_type), text(limit.expiration)]),
  ];
  const detail = [event, ...more.filter(Boolean)].join(':');
  const subject = text(value.display_phone_number) ?? text(value.phone_number) ?? '';
  const key = `a:${field}:${subject}:${detail}:${at}`;
  if (event !== 'ACCOUNT_RESTRICTION' || restrictions.length === 0) return { key, kind: 'account', health, detail, at };
  // Meta names all that is restricted now. Other types concern calls, new numbers and new templates.
  const restrictedUntil = restrictedFor(restrictions, 'RESTRICTED_BIZ_INITIATED_MESSAGING', at);
  const answersRestrictedUntil = restrictedFor(restrictions, 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING', at);
  if (restrictedUntil === null && answersRestrictedUntil === null) return null;
  return { key, kind: 'limits', restrictedUntil, answersRestrictedUntil, reason: detail, newChats: null, at };
}

/** Until when the longest restriction of this type lasts; one without a usable date a day, as in other limits. Null: there is none. */
function restrictedFor(restrictions: readonly Json[], type: string, at: string): string | null {
  const ends = restrictions
    .filter((limit) => text(limit.restriction_type) === type)
    .map(({ expiration }) => isoTime(expiration) ?? dateIn(expiration) ?? new Date(Date.parse(at) + 86_400_000).toISOString());
  return ends.toSorted().at(-1) ?? null;
}

/** ISO 8601, in which Meta also writes it: 2026-04-19T13:59:20+0000. */
function dateIn(value: unknown): string | null {
  const written = text(value);
  return written !== null && /^\d{4}-\d\d-\d\dT/.test(written) ? isoTime(Date.parse(written) / 1000) : null;
}

function lookUp(table: Record<string, Health>, word: string): Health | null {
  return Object.hasOwn(table, word) ? (table[word] ?? null) : null;
}
