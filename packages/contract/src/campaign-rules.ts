// What a campaign may become, what it says to whom, and how fast. Pure, and shared: the server decides by it, the browser previews by it.
import { accept, refuse, type Verdict } from './errors.ts';
import { type Hours, isOpen } from './schedule-rules.ts';

export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Message variants, and confirmation variants. */
export const variantsMax = 5;
export const campaignNameMin = 2;
export const campaignNameMax = 50;

/**
 * How far a contact of a campaign has come. `asking`: the question for confirmation was sent; `queued`: handed to the outbox; `skipped`: not
 * sent to, with its reason.
 */
export const shippingStates = ['waiting', 'queued', 'asking', 'sent', 'delivered', 'read', 'failed', 'skipped'] as const;
export type ShippingState = (typeof shippingStates)[number];

/** Groups of states as the report shows them. */
export const shippingFilters = ['replied', 'read', 'unread', 'failed', 'skipped', 'waiting'] as const;
export type ShippingFilter = (typeof shippingFilters)[number];

/** Why a contact of a campaign was not sent to. */
export const skipReasons = [
  'invalid_number',
  'unchecked_number',
  'opted_out',
  /** The company blocked them. */
  'contact_blocked',
  'window_closed',
  /** A value of the template is lacking for this contact, or does not fit. */
  'template_variables',
  'empty_message',
  'not_confirmed',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Why a running campaign does not go on now, or a cancelled one was stopped by the product. */
export const haltReasons = [
  /** Numbers of its list are still being looked up. */
  'checking_numbers',
  'connection_away',
  'connection_missing',
  'list_missing',
  'no_message',
  /** Meta does not let its template be sent now. */
  'template_paused',
  /** Its template was refused, changed or removed at Meta. */
  'template_refused',
  'closed_hours',
  'restricted',
  'limit_reached',
  'refused',
  'failures',
  'plan',
  'subscription',
] as const;
export type HaltReason = (typeof haltReasons)[number];

/** Those that a person may overrule: they come from the health of the number. */
export const healthHalts: readonly HaltReason[] = ['restricted', 'limit_reached', 'refused', 'failures'];
/** How long overruling lasts, in ms. */
export const overruleMs = 24 * 3_600_000;

const hour = 3_600_000;
/** A scheduled campaign can be changed until this long before its time, in ms. */
export const editLockMs = hour;

export type Lockable = { status: CampaignStatus; scheduledAt: Date | null };

/** May it be changed now? An inactive or cancelled one, and a scheduled one more than an hour ahead. */
export function mayEdit({ status, scheduledAt }: Lockable, now: Date): boolean {
  if (status === 'INATIVA' || status === 'CANCELADA') return true;
  return status === 'PROGRAMADA' && scheduledAt !== null && scheduledAt.getTime() - now.getTime() > editLockMs;
}

/** The status after saving: a time makes an inactive campaign a scheduled one, its lack an inactive one. A cancelled one stays cancelled. */
export function statusSaved(status: CampaignStatus, scheduledAt: Date | null): CampaignStatus {
  if (status === 'INATIVA' || status === 'PROGRAMADA') return scheduledAt ? 'PROGRAMADA' : 'INATIVA';
  return status;
}

/** Stops a running campaign, or a scheduled one. Refuses with ERR_CAMPAIGN_CANNOT_MOVE. */
export function cancelCampaign(status: CampaignStatus): Verdict<CampaignStatus> {
  return status === 'EM_ANDAMENTO' || status === 'PROGRAMADA' ? accept('CANCELADA') : refuse('ERR_CAMPAIGN_CANNOT_MOVE', { from: status });
}

/** A cancelled campaign goes on. Refuses with ERR_CAMPAIGN_CANNOT_MOVE. */
export function restartCampaign(status: CampaignStatus): Verdict<CampaignStatus> {
  return status === 'CANCELADA' ? accept('EM_ANDAMENTO') : refuse('ERR_CAMPAIGN_CANNOT_MOVE', { from: status });
}

export type CampaignVariable = { key: string; value: string };

/** What can be filled in by its own name. */
export const placeholders = ['nome', 'numero', 'email'] as const;

const placeholder = /\{([^{}\n]{1,60})\}/g;

/** Own variables with a key each; of several with one key the first stays, and so do the product's own names. */
export function uniqueVariables(given: readonly CampaignVariable[]): CampaignVariable[] {
  const seen = new Set<string>(placeholders);
  return given.flatMap(({ key, value }) => {
    const known = keyOf(key);
    if (known === '' || seen.has(known)) return [];
    seen.add(known);
    return [
      {
        key: key
          .trim()
          .replace(/^\{+|\}+$/g, '')
          .trim(),
        value,
      },
    ];
  });
}

function keyOf(key: string): string {
  return key
    .trim()
    .replace(/^\{+|\}+$/g, '')
    .trim()
    .toLocaleLowerCase('pt');
}

export type Recipient = { name: string; number: string; email: string };

/** Fills in `{nome}`, `{numero}`, `{email}` and own variables. Unknown names stay as written; values are not filled in again. */
export function fillCampaign(text: string, { name, number, email }: Recipient, variables: readonly CampaignVariable[]): string {
  const values = new Map<string, string>([
    ...variables.map(({ key, value }): [string, string] => [keyOf(key), value]),
    ['nome', name],
    ['numero', number],
    ['email', email],
  ]);
  return text.replace(placeholder, (written, key: string) => values.get(keyOf(key)) ?? written);
}

/**
 * What in a text looks like a variable of campaigns but is none, as it is written, each once: contacts would read it so. Those of all messages,
 * in two braces, are not looked at.
 */
export function unknownVariables(text: string, variables: readonly CampaignVariable[]): string[] {
  const known = new Set<string>([...placeholders, ...variables.map(({ key }) => keyOf(key))]);
  const written = [...text.replace(/\{\{[^{}\n]*\}\}/g, '').matchAll(placeholder)].flatMap(([whole, key = '']) =>
    known.has(keyOf(key)) ? [] : [whole],
  );
  return [...new Set(written)];
}

/**
 * What goes to a contact of a Cloud API number: the free text while the window is open, else the template; null if neither may. Other channels
 * have no window, and no templates.
 */
export function wayTo(contact: { isCloud: boolean; isOpen: boolean; hasText: boolean; hasTemplate: boolean }): 'text' | 'template' | null {
  const { isCloud, isOpen, hasText, hasTemplate } = contact;
  if (!isCloud || (isOpen && (hasText || !hasTemplate))) return 'text';
  return hasTemplate ? 'template' : null;
}

/** The variants that say something, with their number from 1. */
export function usedVariants(messages: readonly string[]): { variant: number; text: string }[] {
  return messages.flatMap((text, index) => (text.trim() === '' ? [] : [{ variant: index + 1, text }]));
}

/** Variants take turns: the contact at this place gets which? Null if there is none. */
export function variantFor(messages: readonly string[], place: number): { variant: number; text: string } | null {
  const used = usedVariants(messages);
  return used[place % used.length] ?? null;
}

/** Seconds; `longerIntervalAfter` counts messages, 0 means never. */
export type Pace = { messageInterval: number; longerIntervalAfter: number; greaterInterval: number };

export const defaultPace: Pace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };
export const messageIntervals = [0, 5, 10, 15, 20] as const;
export const longerIntervals = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const;
/** The most a random gap exceeds its interval, as a share. */
const spread = 0.25;

/**
 * The pause after the `sent`th message of a campaign, in ms: `messageInterval`, and from `longerIntervalAfter` messages on
 * `greaterInterval`; never shorter, and up to a quarter longer by chance. `slow`: how many times longer, because of the number's health.
 * `random`: 0 to 1.
 */
export function gapMs(pace: Pace, sent: number, slow: number, random: number): number {
  const longer = pace.longerIntervalAfter > 0 && sent >= pace.longerIntervalAfter;
  const seconds = longer ? Math.max(pace.greaterInterval, pace.messageInterval) : pace.messageInterval;
  return Math.round(seconds * 1000 * slow * (1 + random * spread));
}

/** When the next message may go: after the gap, and within the hours if they are given. */
export function nextSendAt(
  now: Date,
  of: { pace: Pace; sent: number; slow: number; random: number; hours: Hours | null; timeZone: string },
): Date {
  const at = new Date(now.getTime() + gapMs(of.pace, of.sent, of.slow, of.random));
  return of.hours ? nextOpening(of.hours, at, of.timeZone) : at;
}

const stepMs = 5 * 60_000;
const lookAheadMs = 8 * 24 * hour;

/** `at` if it is open then, else the next time it is; eight days later if it does not open before. */
export function nextOpening(hours: Hours, at: Date, timeZone: string): Date {
  if (isOpen(hours, at, timeZone)) return at;
  const first = Math.ceil(at.getTime() / stepMs) * stepMs;
  for (let time = first; time < first + lookAheadMs; time += stepMs) if (isOpen(hours, new Date(time), timeZone)) return new Date(time);
  return new Date(first + lookAheadMs);
}

/** How long sending to `count` contacts takes, in ms, without closed hours and pauses. `already`: sent before. */
export function durationMs(pace: Pace, count: number, already = 0, slow = 1): number {
  const total = already + count;
  const after = pace.longerIntervalAfter > 0 ? pace.longerIntervalAfter : Number.POSITIVE_INFINITY;
  const gaps = Math.max(0, count - 1);
  const short = Math.max(0, Math.min(gaps, after - 1 - already));
  const long = total > 0 ? gaps - short : 0;
  const mean = 1 + spread / 2;
  return Math.round((short * pace.messageInterval + long * Math.max(pace.greaterInterval, pace.messageInterval)) * 1000 * slow * mean);
}

/** What the meter of a number says, as far as it decides about campaigns. */
export type NumberHealth = { why: readonly string[]; until: Date | null };

/** How long to wait when nobody knows until when, in ms. */
export const healthRecheckMs = 15 * 60_000;

const slowing: Record<string, number> = { limit_near: 2, failures: 2, blocks: 3, many_new_chats: 1.5 };

/**
 * What the health of a number means for its campaigns: how many times slower they are, and until when they pause. Restrictions, limits and
 * refusals pause; failures together with blocks too.
 */
export function paceOfHealth({ why, until }: NumberHealth, now: Date): { slow: number; pause: { reason: HaltReason; until: Date } | null } {
  const slow = why.reduce((factor, reason) => factor * (slowing[reason] ?? 1), 1);
  const recheck = new Date(now.getTime() + healthRecheckMs);
  const reason = (['restricted', 'limit_reached', 'refused'] as const).find((each) => why.includes(each));
  if (reason) return { slow, pause: { reason, until: until ?? recheck } };
  if (why.includes('failures') && why.includes('blocks')) return { slow, pause: { reason: 'failures', until: recheck } };
  return { slow, pause: null };
}
