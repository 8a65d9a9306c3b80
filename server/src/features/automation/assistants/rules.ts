// Which assistant answers a customer, if any. Pure.
import type { Assistant } from '../../../events/assistants.ts';

export type AssistantIds = { promptId: number | null; integrationId: number | null };

/** What decides it, for a ticket that waits and that nobody has. */
export type AssistantTurn = {
  /** An assistant answers in this ticket: `own`. */
  answering: boolean;
  /** The assistant of the ticket, of its queue and of its connection. The ticket has one as soon as it was asked. */
  own: AssistantIds;
  ofQueue: AssistantIds;
  ofConnection: AssistantIds;
  /** What the plan has. */
  allowed: { prompts: boolean; integrations: boolean };
  /** When a person last wrote in the ticket or moved it, in this service cycle. */
  personAt: Date | null;
  /** Since when it waits in its queue. */
  queuedAt: Date;
  /** Minutes after the last word of a person; 0: never in the same service cycle. */
  resumeMinutes: number;
};

/**
 * The assistant that answers now. The one that answers goes on. Otherwise the queue's, or without one the connection's, but not
 * - once it fell silent: it handed over, was stopped, or a person had the ticket; until `resumeMinutes` after that person;
 * - in a queue that a person chose, unless it is that queue's own.
 */
export function assistantOf(turn: AssistantTurn, now: Date): Assistant | null {
  const pick = (...from: AssistantIds[]) => from.map((ids) => chosen(ids, turn.allowed)).find((each) => each !== null) ?? null;
  const { own, ofQueue, ofConnection, personAt } = turn;
  if (turn.answering) return pick(own, ofQueue, ofConnection);
  if (personAt === null) return isNone(own) ? pick(ofQueue, ofConnection) : null;
  const resumes = turn.resumeMinutes > 0 && now.getTime() - personAt.getTime() >= turn.resumeMinutes * 60_000;
  if (resumes) return pick(own, ofQueue, ofConnection);
  return isNone(own) && turn.queuedAt >= personAt ? pick(ofQueue) : null;
}

/** An integration goes before a prompt where both are chosen. */
export function chosen({ promptId, integrationId }: AssistantIds, allowed: AssistantTurn['allowed']): Assistant | null {
  if (integrationId !== null && allowed.integrations) return { kind: 'integration', id: integrationId };
  return promptId !== null && allowed.prompts ? { kind: 'prompt', id: promptId } : null;
}

function isNone({ promptId, integrationId }: AssistantIds): boolean {
  return promptId === null && integrationId === null;
}

/** The first day of the month in a time zone, YYYY-MM-DD. */
export function monthOf(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-01`;
}
