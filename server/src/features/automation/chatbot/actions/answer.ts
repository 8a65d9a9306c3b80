import { type BotEffect, isAsking, step } from '@balcao/contract/chatbot-rules';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { type ConnectionRow, findConnection } from '../../../company/connections/reads.ts';
import { mediaOfQueue } from '../../../company/queues/reads.ts';
import { saySystem, sendSystemFile } from '../../../desk/messages/actions/out/say-system.ts';
import type { FileFields } from '../../../desk/messages/actions/out/store-file.ts';
import { visibleMessage } from '../../../desk/messages/reads.ts';
import { lockVisibleTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { moveTicket } from '../../../desk/tickets/actions/move-ticket.ts';
import { attendanceOf, currentTicket } from '../../../desk/tickets/reads.ts';
import { botConfigOf, getOption } from '../reads.ts';
import { standing } from '../rules.ts';
import { findSession, saveSession } from '../store/sessions.ts';

/** Whoever wrote so long ago does not stand before a menu any more: what comes in late waits for a person. */
const tooLateMs = 3_600_000;

/**
 * Lets the bot hear what a customer wrote. It is heard once, and only while it is the bot's turn: the ticket waits, nobody attends it, no
 * person has written in this attendance, it is no group's, it was written within the hour, and nothing newer has been heard.
 */
export function answer(
  ctx: Ctx,
  { ticketId, messageId, choice }: { ticketId: number; messageId: number; choice: string | null },
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const seen = await currentTicket(ctx, ticketId);
    const connection = seen?.whatsappId ? await findConnection(ctx, seen.whatsappId) : null;
    if (!seen || !connection || isMute(connection, seen.queueId)) return;
    const ticket = await lockVisibleTicket(ctx, ticketId);
    if (ticket.status !== 'pending' || ticket.user_id !== null || ticket.is_group) return;
    const attendance = await attendanceOf(ctx, ticketId);
    if (!attendance || attendance.finishedAt !== null || attendance.firstResponseAt !== null) return;
    const session = await findSession(ctx, ticketId);
    if (session && session.heardId >= messageId) return;
    const message = await visibleMessage(ctx, messageId);
    const now = ctx.now();
    if (message.is_deleted || now.getTime() - message.sent_at.getTime() > tooLateMs) return;

    const before = standing(session, { queueId: ticket.queue_id, chatbot: ticket.chatbot, attendanceId: attendance.id });
    const config = await botConfigOf(ctx, connection, ticket.queue_id);
    const { state, effects } = step(config, before, { text: message.body, choice }, now);
    await saveSession(ctx, ticketId, { attendanceId: attendance.id, heardId: messageId, state }, now);
    // First the place, so that whoever sees it there hears what is said.
    if (state.queueId !== ticket.queue_id || isAsking(state) !== ticket.chatbot) {
      await moveTicket(ctx, ticketId, { status: 'pending', queueId: state.queueId, chatbot: isAsking(state) });
    }
    for (const effect of effects) await carryOut(ctx, ticketId, effect);
  });
}

/** On a connection that says nothing by itself there is nothing to decide, unless the ticket's queue has something to say. */
function isMute(connection: ConnectionRow, queueId: number | null): boolean {
  const silent = connection.greeting_message.trim() === '' && connection.out_of_hours_message.trim() === '';
  return queueId === null && silent && connection.queues.length === 0;
}

async function carryOut(ctx: Tx, ticketId: number, effect: BotEffect): Promise<void> {
  switch (effect.do) {
    case 'enterQueue':
      return;
    case 'say':
      await saySystem(ctx, ticketId, effect.text, { kind: effect.kind, choices: effect.choices });
      return;
    case 'sendMedia': {
      const media = effect.of === 'queue' ? await mediaOfQueue(ctx, effect.id) : (await getOption(ctx, effect.id)).media;
      if (media) await sendSystemFile(ctx, ticketId, media as FileFields);
    }
  }
}
