import { type BotEffect, type BotState, type Heard, isAsking, isClosedFor, step } from '@balcao/contract/chatbot-rules';
import { mayReach } from '@balcao/contract/ticket-rules';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { currentStanding } from '../../../company/companies/reads.ts';
import { mediaOfQueue } from '../../../company/queues/reads.ts';
import { type Conversation, say, sayFile } from '../../../desk/messages/actions/out/say-system.ts';
import type { FileFields } from '../../../desk/messages/actions/out/store-file.ts';
import { keepTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { moveHeldTicket } from '../../../desk/tickets/actions/move-ticket.ts';
import { windowClosesAt } from '../../../desk/tickets/reads.ts';
import { askAssistant } from '../../assistants/actions/turn.ts';
import { assistantOf } from '../../assistants/reads.ts';
import { botConfigOf, mediaOfOption, type Turn, turnInQueue, turnOf } from '../reads.ts';
import { currentBotState, hasNothingToSay, isAboutConsent, isBotsTurn, isGivenTurn, isUnattended } from '../rules.ts';
import { saveSession } from '../store/sessions.ts';

type ToAnswer = { ticketId: number; messageId: number; choice: string | null; consent?: 'out' | 'in' | null };

/** As `answerHeld`, for who does not hold the ticket. */
export function answer(ctx: Ctx | Tx, heard: ToAnswer): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (await keepTicket(ctx, heard.ticketId)) await answerHeld(ctx, heard);
  });
}

/**
 * Lets the bot process a customer's message, once, and only if it is the bot's turn; see `isBotsTurn`. Where an assistant answers, now or once
 * the bot has found the queue, the bot is silent and the assistant is asked. The caller holds the ticket.
 */
export async function answerHeld(ctx: Tx, { ticketId, messageId, choice, consent = null }: ToAnswer): Promise<void> {
  const now = ctx.now();
  const turn = await turnOf(ctx, ticketId, messageId);
  if (!turn || !isUnattended(turn, messageId, now) || isAboutConsent(consent, turn)) return;
  // Nothing answers for a company whose subscription has ended.
  if (!currentStanding(turn.company, now).ok) return;
  const heard: Heard = { text: turn.body, choice };
  const before = currentBotState(turn.session, turn);
  if (goesToAssistant(turn, before) && !isClosedFor(turn.hours, now) && (await ask(ctx, turn, ticketId, messageId, now))) return;
  if (!isBotsTurn(turn, messageId, now)) return;
  const session = { attendanceId: turn.attendanceId, heardId: messageId };
  if (hasNothingToSay(turn, before, heard, now)) {
    // Someone else has moved the ticket: the bot leaves it alone, even if it is moved back.
    if (turn.session !== null && before !== turn.session.state) await saveSession(ctx, ticketId, { ...session, state: before }, now);
    return;
  }
  const config = await botConfigOf(ctx, turn.connection, turn.queueId, turn.assistant.allowed);
  const { state, effects } = step(config, before, heard, now);
  await saveSession(ctx, ticketId, { ...session, state }, now);
  const isElsewhere = state.queueId !== turn.queueId;
  if (isElsewhere || isAsking(state) !== turn.chatbot) {
    const before = { ...turn, id: ticketId, undo: null };
    await moveHeldTicket(ctx, before, { status: 'pending', queueId: state.queueId, chatbot: isAsking(state) });
  }
  const conversation = conversationIn(turn, ticketId, config.timeZone, now);
  if (conversation) for (const effect of effects) await carryOut(ctx, conversation, effect);
  if (state.at !== 'waiting' || (before.at !== 'start' && !isElsewhere)) return;
  await ask(ctx, isElsewhere ? await turnInQueue(ctx, turn, state.queueId) : turn, ticketId, messageId, now);
}

/**
 * Asks the assistant of the place where a ticket was put, for a message that came before: not the bot, which has spoken. Nothing happens if
 * none answers there now. The caller holds the ticket.
 */
export async function askIfGiven(ctx: Tx, { ticketId, messageId }: { ticketId: number; messageId: number }): Promise<void> {
  const now = ctx.now();
  const turn = await turnOf(ctx, ticketId, messageId);
  if (!turn || !isGivenTurn(turn, now) || isAboutConsent(null, turn)) return;
  if (!currentStanding(turn.company, now).ok || isClosedFor(turn.hours, now)) return;
  await ask(ctx, turn, ticketId, messageId, now);
}

/** Is it for an assistant before the bot does anything? The bot finishes its menu first, and puts the ticket into the only queue of a connection. */
function goesToAssistant(turn: Turn, before: BotState): boolean {
  return turn.assistant.answering || (!isAsking(before) && (turn.queueId !== null || turn.connection.queues.length !== 1));
}

/** Asks the assistant that answers now. False if there is none. */
async function ask(ctx: Tx, turn: Turn, ticketId: number, messageId: number, now: Date): Promise<boolean> {
  const { answering, own } = turn.assistant;
  const assistant = assistantOf(turn.assistant, now);
  if (!assistant) return false;
  const isNamed = answering && own[assistant.kind === 'prompt' ? 'promptId' : 'integrationId'] === assistant.id;
  await askAssistant(ctx, { assistant, ticketId, messageId, isNamed });
  return true;
}

/** Null if free text may not be sent to the customer now. Who has just been heard is not blocked. */
function conversationIn(turn: Turn, ticketId: number, timeZone: string, now: Date): Conversation | null {
  const { contactId, contactName, protocol, automaticTexts, lastInboundAt } = turn;
  const { id, channel } = turn.connection;
  const reach = mayReach({ connection: { id, channel }, windowClosesAt: windowClosesAt(channel, lastInboundAt), blocked: false }, now);
  const ticket = { id: ticketId, contact_id: contactId, contact_name: contactName, protocol, automatic_texts: automaticTexts };
  return reach.ok ? { ticket, connection: reach.value, timeZone } : null;
}

async function carryOut(ctx: Tx, conversation: Conversation, effect: BotEffect): Promise<void> {
  switch (effect.do) {
    case 'enterQueue':
      return;
    case 'say':
      await say(ctx, conversation, effect.text, { kind: effect.kind, choices: effect.choices });
      return;
    case 'sendMedia': {
      const media = effect.of === 'queue' ? await mediaOfQueue(ctx, effect.id) : await mediaOfOption(ctx, effect.id);
      if (media) await sayFile(ctx, conversation, media as FileFields);
    }
  }
}
