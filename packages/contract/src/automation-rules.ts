// Automations: when something happens, if this holds, then do that. Which events there are, whether the conditions hold, and what keeps an
// automation from triggering itself for ever. Pure: the server decides by it, and so does the dry run.
import type { ConnectionChannel } from './connection-rules.ts';
import type { TicketStatus } from './ticket-rules.ts';

export const automationEvents = [
  'ticketCreated',
  'messageReceived',
  'ticketAccepted',
  'ticketTransferred',
  'ticketClosed',
  'ticketReopened',
  'tagAdded',
  'waitingLong',
  'windowClosing',
  'ratingReceived',
] as const;
/** `waitingLong`, `windowClosing`: brought about by the clock, after or before so many minutes. */
export type AutomationEvent = (typeof automationEvents)[number];

/** The most minutes an event of the clock may have; the others have none. */
export const minutesMax: Partial<Record<AutomationEvent, number>> = { waitingLong: 10_080, windowClosing: 1_380 };

export const automationLimits = {
  /** In a company. */
  count: 50,
  conditions: 20,
  actions: 10,
  /** Queues, tags, words … of one condition. */
  values: 50,
  word: 100,
  text: 4096,
} as const;

/** What an automation does may make others fire, and what those do again; no further. */
export const depthMax = 3;
/** How often automations fire in one ticket within an hour. */
export const firingsPerHour = 20;
/** For how many days the log is kept. */
export const firingDays = 30;
/** On how many of the latest tickets a dry run is made. */
export const triedTickets = 50;

type SetOp = 'in' | 'notIn';

export type AutomationCondition =
  | { on: 'queue' | 'tag' | 'user'; op: SetOp | 'empty'; ids: readonly number[] }
  | { on: 'connection'; op: SetOp; ids: readonly number[] }
  | { on: 'status'; op: SetOp; statuses: readonly TicketStatus[] }
  | { on: 'channel'; op: SetOp; channels: readonly ConnectionChannel[] }
  | { on: 'text'; op: 'contains' | 'notContains' | 'word'; words: readonly string[] }
  | { on: 'hours'; op: 'open' | 'closed' }
  | { on: 'field'; op: 'equals' | 'contains' | 'empty'; name: string; value: string }
  | { on: 'waiting'; minutes: number }
  | { on: 'rating'; ratings: readonly number[] };

export type AutomationAction =
  | { do: 'assignUser'; userId: number }
  | { do: 'moveToQueue'; queueId: number }
  | { do: 'addTag' | 'removeTag'; tagId: number }
  | { do: 'sendText' | 'addNote'; text: string }
  | { do: 'notifyUser'; userId: number; text: string }
  | { do: 'notifyQueue'; queueId: number; text: string }
  | { do: 'callWebhook'; webhookId: number }
  | { do: 'close' };

export type Automation = {
  match: 'all' | 'any';
  conditions: readonly AutomationCondition[];
};

/** What the conditions are about: a ticket, and what has just happened in it. */
export type Situation = {
  queueId: number | null;
  userId: number | null;
  connectionId: number | null;
  channel: ConnectionChannel | null;
  status: TicketStatus;
  tagIds: readonly number[];
  /** What the customer wrote: the message that is the event, or else their last one. Empty for what is no text. */
  text: string;
  /** Is the company, or the queue, open by its hours? */
  isOpen: boolean;
  /** The additional fields of the contact. */
  fields: readonly { name: string; value: string }[];
  /** For how many minutes the ticket has waited; null if it does not wait. */
  waitingMinutes: number | null;
  /** The rating that is the event. */
  rating: number | null;
};

/** Do the conditions hold? Without any they do. */
export function matches({ match, conditions }: Automation, situation: Situation): boolean {
  if (conditions.length === 0) return true;
  return match === 'all' ? conditions.every((each) => holds(each, situation)) : conditions.some((each) => holds(each, situation));
}

/** Does one condition hold? */
export function holds(condition: AutomationCondition, situation: Situation): boolean {
  switch (condition.on) {
    case 'queue':
      return isAmong(condition, idsOf(situation.queueId));
    case 'user':
      return isAmong(condition, idsOf(situation.userId));
    case 'connection':
      return isAmong(condition, idsOf(situation.connectionId));
    case 'tag':
      return isAmong(condition, situation.tagIds);
    case 'status':
      return condition.statuses.includes(situation.status) === (condition.op === 'in');
    case 'channel':
      return (situation.channel !== null && condition.channels.includes(situation.channel)) === (condition.op === 'in');
    case 'text':
      return saysSo(condition, toldIn(situation));
    case 'hours':
      return situation.isOpen === (condition.op === 'open');
    case 'field':
      return fieldHolds(condition, situation.fields);
    case 'waiting':
      return situation.waitingMinutes !== null && situation.waitingMinutes >= condition.minutes;
    case 'rating':
      return situation.rating !== null && condition.ratings.includes(situation.rating);
    default:
      throw new Error(`no condition ${JSON.stringify(condition satisfies never)}`);
  }
}

function isAmong({ op, ids }: { op: SetOp | 'empty'; ids: readonly number[] }, own: readonly number[]): boolean {
  if (op === 'empty') return own.length === 0;
  return own.some((id) => ids.includes(id)) === (op === 'in');
}

function idsOf(id: number | null): number[] {
  return id === null ? [] : [id];
}

type Said = { said: string; spaced: string };
/** A long text is prepared once, however many conditions ask for its words. */
const prepared = new WeakMap<Situation, Said>();

function toldIn(situation: Situation): Said {
  const known = prepared.get(situation);
  if (known) return known;
  const said = plain(situation.text);
  const made = { said, spaced: ` ${wordsOf(said).join(' ')} ` };
  prepared.set(situation, made);
  return made;
}

function saysSo({ op, words }: Extract<AutomationCondition, { on: 'text' }>, { said, spaced }: Said): boolean {
  if (op === 'word') {
    return words.some((word) => spaced.includes(` ${wordsOf(plain(word)).join(' ')} `) && wordsOf(plain(word)).length > 0);
  }
  const contains = words.some((word) => plain(word) !== '' && said.includes(plain(word)));
  return contains === (op === 'contains');
}

function fieldHolds({ op, name, value }: Extract<AutomationCondition, { on: 'field' }>, fields: Situation['fields']): boolean {
  const own = fields.filter((field) => plain(field.name) === plain(name)).map((field) => plain(field.value));
  if (op === 'empty') return own.every((each) => each === '');
  return own.some((each) => (op === 'equals' ? each === plain(value) : plain(value) !== '' && each.includes(plain(value))));
}

/** Without accents, capitals and blanks around it: customers write as they like. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
}

function wordsOf(plainText: string): string[] {
  return plainText.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * May automations fire because of this fact? `depth`: how many of them it follows from. `firings`: how many fired in the ticket within the
 * last hour.
 */
export function mayFire(depth: number, firings: number): 'fired' | 'depth' | 'limit' {
  if (depth >= depthMax) return 'depth';
  return firings >= firingsPerHour ? 'limit' : 'fired';
}

type Place = { status: TicketStatus; userId: number | null; queueId: number | null };

/** What a change of a ticket is to automations; null where it is nothing to them. `before` is null for a new one. */
export function eventOfMove(before: Place | null, after: Place): AutomationEvent | null {
  if (before === null) return after.status === 'closed' ? null : 'ticketCreated';
  if (before.status !== 'closed' && after.status === 'closed') return 'ticketClosed';
  if (after.status === 'closed') return null;
  if (before.status === 'closed') return 'ticketReopened';
  if (before.status === 'pending' && after.status === 'open' && before.queueId === after.queueId) return 'ticketAccepted';
  const toOther = before.status === 'open' && after.status === 'open' && before.userId !== after.userId;
  return toOther || (before.queueId !== after.queueId && after.queueId !== null) ? 'ticketTransferred' : null;
}
