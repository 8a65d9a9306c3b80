// A call is one message of the conversation. It is updated from ringing to how it ended.
import { z } from 'zod';
import type { Inbound } from '../../../../../gateways/whatsapp/port.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { reading } from '../../../../../platform/db/transaction.ts';
import { defineJob } from '../../../../../platform/jobs/define.ts';
import { mayWork } from '../../../../company/companies/reads.ts';
import { accountOf, findConnection } from '../../../../company/connections/reads.ts';
import { keptSettingsOf } from '../../../../company/settings/reads.ts';
import { noteMessage } from '../../../tickets/actions/for-features/note-message.ts';
import { type Call, callAfter, callBody, callRefusal, callRefusalMaxMs } from '../../rules/content.ts';
import { saveMessage } from '../../store/messages.ts';
import type { MessageRow } from '../../view.ts';
import { saySystem } from '../out/say-system.ts';
import { announceChanged } from '../thread/announce.ts';
import { callJson } from './content.ts';
import type { InboundMessage } from './inbound.ts';

/** What a channel needs to reject a call. */
export type RingingCall = { callId: string; from: string };

/** Turns a call into its message. */
export function messageOfCall(call: Extract<Inbound, { kind: 'call' }>): InboundMessage {
  const { key, callId, chat, at, video, outcome, history } = call;
  return {
    key,
    kind: 'message',
    externalId: callId,
    chat,
    participant: null,
    name: null,
    fromMe: false,
    sentAt: at,
    content: { type: 'call', video, outcome },
    quotedExternalId: null,
    forwarded: false,
    history,
  };
}

export const rejectCallJob = defineJob({
  name: 'messages.rejectCall',
  lane: 'sending',
  payload: z.object({ connectionId: z.number(), callId: z.string(), from: z.string() }),
  maxAttempts: 2,
  run: async (ctx, { connectionId, callId, from }) => {
    const found = await reading(ctx, async (ctx) => {
      const connection = await findConnection(ctx, connectionId);
      return connection && { channel: connection.channel, account: await accountOf(ctx, connectionId) };
    });
    if (found) await ctx.gateways.channel(found.channel).rejectCall?.(found.account, callId, from);
  },
});

/** If the company takes no calls (setting `call`) and may work, rejects a ringing call and asks once for a text message. Not for groups. */
export async function refuseCall(ctx: Tx, row: MessageRow, call: Call, ring: RingingCall | null): Promise<void> {
  if (call.outcome === 'answered' || (await keptSettingsOf(ctx)).call === 'enabled' || !(await mayWork(ctx))) return;
  if (call.outcome === 'ringing' && ring) {
    await ctx.enqueue(rejectCallJob, { connectionId: row.connection_id, ...ring }, { key: `${row.connection_id}:${ring.callId}` });
  }
  if (ctx.now().getTime() - row.sent_at.getTime() > callRefusalMaxMs) return;
  await saySystem(ctx, row.ticket_id, callRefusal, { kind: 'call', once: `call-${row.id}` });
}

/** A call ended. One answered on the phone counts as read. */
export async function settleCall(ctx: Tx, known: MessageRow, call: Call): Promise<void> {
  const outcome = known.call && callAfter(known.call.outcome, call.outcome);
  if (!outcome) return;
  const ended = { video: call.video || known.call?.video === true, outcome };
  const answered = outcome === 'answered';
  const body = callBody(ended, known.sent_at, (await keptSettingsOf(ctx)).timeZone);
  await saveMessage(ctx, known.id, { body, call: callJson(ended), is_read: known.is_read || answered }, ctx.now());
  await noteMessage(ctx, known.ticket_id, 'unmoved', {
    id: known.id,
    body,
    type: 'call_log',
    fromMe: known.from_me,
    ack: 0,
    at: known.sent_at,
    inboundAt: null,
    unread: false,
    byPerson: answered,
    automatic: false,
  });
  await announceChanged(ctx, known.id);
}
