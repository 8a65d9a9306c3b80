import { type BotEffect, type Heard, isAsking, step } from '@balcao/contract/chatbot-rules';
import { mayReach } from '@balcao/contract/ticket-rules';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { getConnection } from '../../../company/connections/reads.ts';
import { mediaOfQueue } from '../../../company/queues/reads.ts';
import { type Conversation, say, sayFile } from '../../../desk/messages/actions/out/say-system.ts';
import type { FileFields } from '../../../desk/messages/actions/out/store-file.ts';
import { keepTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { moveTicket } from '../../../desk/tickets/actions/move-ticket.ts';
import { windowClosesAt } from '../../../desk/tickets/reads.ts';
import { botConfigOf, mediaOfOption } from '../reads.ts';
import { currentBotState, hasNothingToSay, isAboutConsent, isBotsTurn } from '../rules.ts';
import { saveSession } from '../store/sessions.ts';
import { findTurn, type Turn } from '../store/turns.ts';

/** Lets the bot process a customer's message, once, and only if it is the bot's turn; see `isBotsTurn`. */
export function answer(
  ctx: Ctx | Tx,
  {
    ticketId,
    messageId,
    choice,
    consent = null,
  }: { ticketId: number; messageId: number; choice: string | null; consent?: 'out' | 'in' | null },
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    if (!(await keepTicket(ctx, ticketId))) return;
    const turn = await findTurn(ctx, ticketId, messageId);
    if (!turn || !isBotsTurn(turn, messageId, now) || isAboutConsent(consent, turn)) return;
    const heard: Heard = { text: turn.body, choice };
    const before = currentBotState(turn.session, turn);
    const session = { attendanceId: turn.attendanceId, heardId: messageId };
    if (hasNothingToSay(turn, before, heard, now)) {
      // Someone else has moved the ticket: the bot leaves it alone, even if it is moved back.
      if (turn.session !== null && before !== turn.session.state) await saveSession(ctx, ticketId, { ...session, state: before }, now);
      return;
    }
    const connection = await getConnection(ctx, turn.connectionId);
    const config = await botConfigOf(ctx, connection, turn.queueId);
    const { state, effects } = step(config, before, heard, now);
    await saveSession(ctx, ticketId, { ...session, state }, now);
    if (state.queueId !== turn.queueId || isAsking(state) !== turn.chatbot) {
      await moveTicket(ctx, ticketId, { status: 'pending', queueId: state.queueId, chatbot: isAsking(state) });
    }
    const conversation = conversationIn(turn, ticketId, config.timeZone, now);
    if (!conversation) return;
    for (const effect of effects) await carryOut(ctx, conversation, effect);
  });
}

/** Null if free text may not be sent to the customer now. */
function conversationIn(turn: Turn, ticketId: number, timeZone: string, now: Date): Conversation | null {
  const { contactId, contactName, protocol, automaticTexts, connectionId, channel, lastInboundAt } = turn;
  const connection = { id: connectionId, channel };
  const reach = mayReach({ connection, windowClosesAt: windowClosesAt(channel, lastInboundAt) }, now);
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
