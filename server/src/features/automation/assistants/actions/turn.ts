// What the assistants of all kinds have in common: they are asked, they speak while it is their turn, and they end it.
// A kind reacts to `assistantAsked` with a job in the lane `outside`. The job asks `holdTurn` before it calls its provider and again, in the
// transaction in which it speaks: a person may have answered meanwhile.
import { type AssistantFailure, type AssistantSilence, answersPerHour } from '@balcao/contract/assistant-rules';
import type { MessageView } from '@balcao/contract/messages';
import { type Assistant, assistantAsked } from '../../../../events/assistants.ts';
import type { Tx } from '../../../../platform/context.ts';
import { mayWork } from '../../../company/companies/reads.ts';
import { queueIfThere } from '../../../company/queues/actions.ts';
import { type Conversation, conversationOf, say, sayFile } from '../../../desk/messages/actions/out/say-system.ts';
import type { FileFields } from '../../../desk/messages/actions/out/store-file.ts';
import { setAssistant, tellOfAssistant } from '../../../desk/tickets/actions/for-features/assistant.ts';
import { keepTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { moveTicket } from '../../../desk/tickets/actions/move-ticket.ts';
import { saidSince } from '../store/answers.ts';

/** Lets an assistant answer a message of a locked ticket, in a job of its kind. From now on the ticket names it. */
export async function askAssistant(
  ctx: Tx,
  asked: { assistant: Assistant; ticketId: number; messageId: number; isNamed: boolean },
): Promise<void> {
  const { assistant, ticketId, messageId, isNamed } = asked;
  if (!isNamed) await setAssistant(ctx, ticketId, { useIntegration: true, ...idsOf(assistant) });
  await ctx.publish(assistantAsked, { assistant, ticketId, messageId });
}

/** Parts of an answer that are looked through to count answers. */
const partsCounted = 10;

/** A locked ticket in which it is an assistant's turn. */
export type AssistantHold = { ticketId: number; messageId: number; assistant: Assistant; conversation: Conversation; said: number };

/**
 * Locks the ticket for an assistant that was asked to answer a message. Null if it is not, or no longer, its turn: a person has the ticket
 * or wrote in it, another assistant answers, the customer cannot be sent free text, or the company may not work. After `answersPerHour` answers to the same contact
 * within an hour it falls silent, visibly, and the answer is null too.
 */
export async function holdTurn(
  ctx: Tx,
  { assistant, ticketId, messageId }: { assistant: Assistant; ticketId: number; messageId: number },
): Promise<AssistantHold | null> {
  const ticket = await keepTicket(ctx, ticketId);
  if (ticket?.status !== 'pending' || ticket.userId !== null || !ticket.useIntegration || !(await mayWork(ctx))) return null;
  const { promptId, integrationId } = idsOf(assistant);
  if (ticket.promptId !== promptId || ticket.integrationId !== integrationId || ticket.connectionId === null) return null;
  const hourAgo = new Date(ctx.now().getTime() - 3_600_000);
  const chat = { contactId: ticket.contactId, connectionId: ticket.connectionId };
  const said = await saidSince(ctx, chat, hourAgo, answersPerHour * partsCounted);
  if (said.filter(isFirstPart).length >= answersPerHour) {
    await fallSilent(ctx, ticketId, 'loop');
    return null;
  }
  const conversation = await conversationOf(ctx, ticketId);
  return conversation && { ticketId, messageId, assistant, conversation, said: 0 };
}

/**
 * Sends a text of the assistant. Call it in the same order when the job runs again: the parts of an answer are sent once each. Null where
 * `say` sends nothing.
 */
export function speak(ctx: Tx, hold: AssistantHold, text: string): Promise<MessageView | null> {
  return say(ctx, hold.conversation, text, { kind: 'assistant', once: partKey(hold), verbatim: true });
}

/** Sends a stored file of the assistant in the same way. Null also if the channel does not accept it; the caller then removes the file. */
export function speakFile(ctx: Tx, hold: AssistantHold, file: FileFields, { isVoice = false } = {}): Promise<MessageView | null> {
  return sayFile(ctx, hold.conversation, file, { kind: 'assistant', once: partKey(hold), isVoice });
}

/** The assistant hands over to people: it falls silent, and the ticket waits in this queue, or where it is if there is no such queue. */
export async function handOver(
  ctx: Tx,
  ticketId: number,
  queueId: number | null,
  reason: Extract<AssistantSilence, 'handed' | 'withheld'> = 'handed',
): Promise<void> {
  const there = await queueIfThere(ctx, queueId);
  await moveTicket(ctx, ticketId, { status: 'pending', queueId: there ?? undefined, useIntegration: false });
  await tellOfAssistant(ctx, ticketId, { kind: 'assistantSilent', reason });
}

/** The assistant falls silent in this conversation, and people are told why. */
export async function fallSilent(ctx: Tx, ticketId: number, reason: AssistantSilence): Promise<void> {
  await setAssistant(ctx, ticketId, { useIntegration: false });
  await tellOfAssistant(ctx, ticketId, { kind: 'assistantSilent', reason });
}

/** The assistant could not answer: people are told why, in the conversation. A ticket in no queue goes into this one, where people see it. */
export async function failTurn(ctx: Tx, ticketId: number, reason: AssistantFailure, queueId: number | null): Promise<void> {
  const ticket = await keepTicket(ctx, ticketId);
  if (!ticket || ticket.status === 'closed') return;
  const there = ticket.status === 'pending' && ticket.queueId === null ? await queueIfThere(ctx, queueId) : null;
  if (there !== null) await moveTicket(ctx, ticketId, { status: 'pending', queueId: there });
  await tellOfAssistant(ctx, ticketId, { kind: 'assistantFailed', reason });
}

/** Is this the key of the first part of an answer, as the outbox has it? */
function isFirstPart(key: string): boolean {
  return /^automatic:assistant-.+-0:0$/.test(key);
}

function partKey(hold: AssistantHold): string {
  const key = `assistant-${hold.messageId}-${hold.said}`;
  hold.said += 1;
  return key;
}

function idsOf({ kind, id }: Assistant): { promptId: number | null; integrationId: number | null } {
  return { promptId: kind === 'prompt' ? id : null, integrationId: kind === 'integration' ? id : null };
}
