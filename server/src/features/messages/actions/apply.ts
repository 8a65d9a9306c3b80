// What each kind of inbound fact does, inside the transaction of its journal row.
import { messageReceived } from '../../../events/messages.ts';
import type { Inbound } from '../../../gateways/whatsapp/port.ts';
import type { Tx } from '../../../platform/context.ts';
import { setConnectionStatus } from '../../connections/actions.ts';
import { learnAddress, learnName } from '../../contacts/actions/recognise.ts';
import { settingOf } from '../../settings/reads.ts';
import { noteAck, noteMessage, ticketForChat } from '../../tickets/actions.ts';
import { afterStatus, participantText } from '../rules.ts';
import { findByExternalId, insertEdit, insertMessage, lockByProvider, moveState, saveMessage, saveReaction } from '../store.ts';
import type { MessageRow } from '../view.ts';
import { announceChanged, announceCreated } from './announce.ts';
import { fieldsOf } from './content.ts';
import { fetchMediaJob } from './fetch-media.ts';
import { followChange, pair, recogniseChat } from './recognise.ts';

/** The fact speaks of something not known yet; it makes sense later. */
export class NotYet extends Error {}

type Of<K extends Inbound['kind']> = Extract<Inbound, { kind: K }>;

export async function applyInbound(ctx: Tx, connectionId: number, event: Inbound): Promise<void> {
  switch (event.kind) {
    case 'message':
      return applyMessage(ctx, connectionId, event);
    case 'status':
      return applyStatus(ctx, connectionId, event);
    case 'reaction':
      return applyReaction(ctx, connectionId, event);
    case 'edit':
      return applyEdit(ctx, connectionId, event);
    case 'revoke':
      return applyRevoke(ctx, connectionId, event);
    case 'identity':
      return followChange(ctx, event.before, event.after);
    case 'same':
      return pair(ctx, event.addresses);
    case 'profile':
      await learnName(ctx, event.addresses, event.name);
      return;
    case 'call':
    case 'limits':
      return;
    case 'account':
      return applyAccount(ctx, connectionId, event);
  }
}

async function applyMessage(ctx: Tx, connectionId: number, event: Of<'message'>): Promise<void> {
  const isGroup = event.chat.some((address) => address.kind === 'group');
  if (isGroup && (await settingOf(ctx, 'CheckMsgIsGroup')) === 'enabled') return;

  const name = isGroup || !event.fromMe ? event.name : null;
  const contact = await recogniseChat(ctx, { connectionId, addresses: event.chat, name, isGroup, past: event.history });
  const known = await lockByProvider(ctx, connectionId, { externalId: event.externalId, fromMe: event.fromMe });
  if (known) return fillPlaceholder(ctx, known, event);

  const sentAt = new Date(event.sentAt);
  const fields = fieldsOf(event.content);
  const {
    id: ticketId,
    before,
    rating,
  } = await ticketForChat(ctx, {
    contactId: contact.id,
    connectionId,
    isGroup,
    fromMe: event.fromMe,
    at: sentAt,
    history: event.history,
    text: fields.media_type === 'conversation' ? fields.body : '',
  });
  const quoted = event.quotedExternalId ? await findByExternalId(ctx, connectionId, event.quotedExternalId) : null;
  const row = await insertMessage(ctx, {
    ...fields,
    ticket_id: ticketId,
    contact_id: contact.id,
    connection_id: connectionId,
    from_me: event.fromMe,
    external_id: event.externalId,
    participant_name: event.participant?.name ?? null,
    participant: participantText(event.participant?.addresses ?? []),
    state: event.fromMe ? 'sent' : 'received',
    ack: event.fromMe ? 1 : 0,
    read: event.fromMe || event.history || rating !== null,
    is_forwarded: event.forwarded,
    quoted_id: quoted?.id ?? null,
    quoted_external_id: event.quotedExternalId,
    sent_at: sentAt,
    created_at: ctx.now(),
    updated_at: ctx.now(),
  });
  if (row === null) return;
  const { id } = row;
  if (fields.media_state === 'pending') await ctx.enqueue(fetchMediaJob, { messageId: id });
  const ticket = await noteMessage(ctx, ticketId, before, {
    id,
    body: fields.body,
    type: fields.media_type,
    fromMe: event.fromMe,
    ack: event.fromMe ? 1 : 0,
    at: sentAt,
    inboundAt: event.fromMe ? null : sentAt,
    unread: !event.fromMe && !event.history && rating === null,
    byPerson: event.fromMe && !event.history,
    automatic: false,
  });
  await announceCreated(ctx, row, ticket);
  if (event.fromMe || event.history) return;
  await ctx.publish(messageReceived, {
    messageId: id,
    ticketId,
    contactId: contact.id,
    connectionId,
    choice: event.content.type === 'choice' ? event.content.id : null,
    unattended: ticket.status === 'pending' && ticket.userId === null && !isGroup,
    rating,
  });
}

/** The same message once more: worth something only if what we have is a placeholder. */
async function fillPlaceholder(ctx: Tx, known: MessageRow, event: Of<'message'>): Promise<void> {
  if (known.media_type !== 'unsupported' || event.content.type === 'unsupported') return;
  const fields = fieldsOf(event.content);
  await saveMessage(ctx, known.id, fields, ctx.now());
  if (fields.media_state === 'pending') await ctx.enqueue(fetchMediaJob, { messageId: known.id });
  await announceChanged(ctx, known.id);
}

async function applyStatus(ctx: Tx, connectionId: number, event: Of<'status'>): Promise<void> {
  const message = await lockByProvider(ctx, connectionId, { externalId: event.externalId, clientKey: event.clientKey, fromMe: true });
  if (!message) throw new NotYet(`status of unknown message ${event.externalId}`);
  // A send whose answer was lost is settled here: the provider has it after all.
  const settles = message.external_id === null;
  const revived = message.fail_reason === 'unconfirmed' && event.status !== 'failed';
  const standing = { state: message.state, ack: message.ack };
  const next = afterStatus(standing, event.status);
  if (!next) {
    if (settles) await moveState(ctx, message.id, { ...standing, externalId: event.externalId }, ctx.now());
    return;
  }
  await moveState(
    ctx,
    message.id,
    {
      ...next,
      failReason: next.state === 'failed' ? (event.reason ?? 'unknown') : revived ? null : undefined,
      externalId: settles ? event.externalId : undefined,
    },
    ctx.now(),
  );
  await noteAck(ctx, message.ticket_id, message.id, next.ack, next.state === 'failed');
  if (event.recipient && message.ack === 0) await learnAddress(ctx, message.contact_id, event.recipient);
  await announceChanged(ctx, message.id);
}

async function applyReaction(ctx: Tx, connectionId: number, event: Of<'reaction'>): Promise<void> {
  const target = await lockByProvider(ctx, connectionId, { externalId: event.targetExternalId });
  if (!target) throw new NotYet(`reaction to unknown message ${event.targetExternalId}`);
  await saveReaction(ctx, target.id, event.fromMe, event.emoji ?? '', new Date(event.sentAt));
  await announceChanged(ctx, target.id);
}

async function applyEdit(ctx: Tx, connectionId: number, event: Of<'edit'>): Promise<void> {
  const target = await lockByProvider(ctx, connectionId, { externalId: event.targetExternalId });
  if (!target) throw new NotYet(`edit of unknown message ${event.targetExternalId}`);
  const body = event.content.type === 'media' ? event.content.caption : fieldsOf(event.content).body;
  if (body === target.body) return;
  await insertEdit(ctx, target.id, target.body, new Date(event.sentAt));
  await saveMessage(ctx, target.id, { body, is_edited: true }, ctx.now());
  await announceChanged(ctx, target.id);
}

async function applyRevoke(ctx: Tx, connectionId: number, event: Of<'revoke'>): Promise<void> {
  const target = await lockByProvider(ctx, connectionId, { externalId: event.targetExternalId });
  if (!target) throw new NotYet(`revoke of unknown message ${event.targetExternalId}`);
  if (target.is_deleted) return;
  await saveMessage(ctx, target.id, { is_deleted: true }, ctx.now());
  await announceChanged(ctx, target.id);
}

async function applyAccount(ctx: Tx, connectionId: number, event: Of<'account'>): Promise<void> {
  const status = event.health === 'disconnected' ? 'DISCONNECTED' : 'CONNECTED';
  await setConnectionStatus(ctx, connectionId, { status, statusReason: event.health === 'ok' ? null : event.health });
}
