// What a provider says is untrusted, whatever made a fact of it. Before it enters, each of its texts gets a form that PostgreSQL can store and
// index: well-formed, without NUL, and bounded. Pure and total; a second time changes nothing.
import { createHash } from 'node:crypto';
import { messageBodyMax } from '@balcao/contract/message-rules';
import { storableText } from '@balcao/contract/storable-text';
import type { Inbound, Sent } from './port.ts';

/** `hash`: a longer text is replaced by its hash, so that two ids never become one. `plain`: without control characters. */
type Limit = { max: number; over: 'hash' | 'cut'; plain?: true };

const id: Limit = { max: 255, over: 'hash' };
/** Longer than our own client keys, which come back in statuses. */
const key: Limit = { max: 512, over: 'hash' };
const line: Limit = { max: 1_000, over: 'cut', plain: true };
const text: Limit = { max: messageBodyMax * 16, over: 'cut' };

/** The names of all fields in T that hold free text. */
type TextField<T> = T extends readonly (infer Item)[]
  ? TextField<Item>
  : T extends object
    ? { [F in keyof T & string]-?: (string extends TextOf<T[F]> ? F : never) | TextField<NonNullable<T[F]>> }[keyof T & string]
    : never;
type TextOf<V> = Extract<V extends readonly (infer Item)[] ? Item : V, string>;

const limits: Record<TextField<Inbound | Sent>, Limit | 'time'> = {
  key,
  clientKey: key,
  externalId: id,
  targetExternalId: id,
  quotedExternalId: id,
  callId: id,
  from: id,
  // An address.
  value: id,
  // Of a choice, or where a file is: then it is JSON, and useless if cut.
  id: { max: 16_384, over: 'cut' },
  sha256: line,
  mime: line,
  filename: line,
  name: line,
  address: line,
  phones: line,
  what: line,
  emoji: line,
  reason: line,
  language: line,
  detail: line,
  at: 'time',
  sentAt: 'time',
  restrictedUntil: 'time',
  answersRestrictedUntil: 'time',
  resetsAt: 'time',
  body: text,
  caption: text,
  vcard: text,
  // In base64; the channel has bounded its bytes.
  picture: text,
};

/** Whole numbers from 0 to this. */
const wholes: Partial<Record<string, number>> = { size: Number.MAX_SAFE_INTEGER, used: 2 ** 31 - 1, total: 2 ** 31 - 1 };

/** The most items of a list, e.g. of contact cards. */
const itemsMax = 500;

/** The fact in a form that can be stored. A fact that was fine is unchanged. */
export function storableFact(fact: Inbound): Inbound {
  return storable(fact, '') as Inbound;
}

/** The same for a provider's answer to a send. */
export function storableAnswer(sent: Sent): Sent {
  return storable(sent, '') as Sent;
}

/** An id of the provider's in a form that can be stored and indexed. */
export function storableId(value: string): string {
  return bounded(value, id);
}

function storable(value: unknown, field: string): unknown {
  if (typeof value === 'string') return bounded(value, Object.hasOwn(limits, field) ? limits[field as keyof typeof limits] : line);
  if (typeof value === 'number') return whole(value, wholes[field]);
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => storable(item, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, storable(part, name)]));
}

function whole(value: number, max: number | undefined): number {
  if (Number.isNaN(value)) return 0;
  return max === undefined ? value : Math.trunc(Math.min(max, Math.max(0, value)));
}

function bounded(value: string, limit: Limit | 'time'): string {
  if (limit === 'time') return timeIn(value);
  const { max, over, plain } = limit;
  const said = storableText(plain ? value.replace(/\p{Cc}+/gu, ' ') : value);
  if (said.length <= max) return said;
  if (over === 'cut') return storableText(said, max);
  return storableText(`${said.slice(0, 64)}~${createHash('sha256').update(said).digest('base64url')}`);
}

const latest = '2100-01-01T00:00:00.000Z';

/** What is no time, or none of these centuries, counts as long ago: a message with it is stored rather than lost. */
function timeIn(value: string): string {
  const at = Date.parse(value);
  return at >= 0 && at < Date.parse(latest) ? value : new Date(0).toISOString();
}
