// What each kind of inbound fact does, inside the transaction of its journal row.
import { connectionLimited } from '../../../../../events/connections.ts';
import { templateReported } from '../../../../../events/templates.ts';
import type { Inbound } from '../../../../../gateways/whatsapp/port.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { setConnectionStatus } from '../../../../company/connections/actions.ts';
import { idsOfAccount } from '../../../../company/connections/reads.ts';
import { renewPicture } from '../../../contacts/actions/picture.ts';
import { contactIdsBehind, learnAddress, learnName, type Seen } from '../../../contacts/actions/recognise.ts';
import { noteAck, noteDeleted, noteText } from '../../../tickets/actions/for-features/note-message.ts';
import { afterStatus, isShared, settledOf } from '../../rules/delivery.ts';
import { mayChange, messageRef, withNames } from '../../rules/people.ts';
import { insertEdit, saveReaction } from '../../store/changes.ts';
import { saveMessage, settleMessage } from '../../store/messages.ts';
import { findByProvider } from '../../store/provider.ts';
import { dropUpload } from '../../store/uploads.ts';
import type { MessageRow } from '../../view.ts';
import { deliverSoon } from '../out/deliver.ts';
import { noteTemplateRefusal } from '../out/note-template-refusal.ts';
import { noteRefusal } from '../out/put-off.ts';
import { peopleOf } from '../people/people.ts';
import { followChange, pair } from '../people/recognise.ts';
import { announceChanged } from '../thread/announce.ts';
import { holdMessage } from '../thread/hold-message.ts';
import { applyMessage } from './apply-message.ts';
import { messageOfCall } from './call.ts';
import { contentOf, ignoresChat, isGroupChat } from './inbound.ts';

/** The fact is about something not stored yet. Trying again later may work. */
export class TooEarly extends Error {}

type Of<K extends Inbound['kind']> = Extract<Inbound, { kind: K }>;

/** `known`: the contacts behind the chat of a message, if they are read already. */
export async function applyInbound(ctx: Tx, connectionId: number, event: Inbound, known?: Seen['known']): Promise<void> {
  switch (event.kind) {
    case 'message':
      return applyMessage(ctx, connectionId, event, { known });
    case 'call':
      return applyMessage(ctx, connectionId, messageOfCall(event), { ring: { callId: event.callId, from: event.from }, known });
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
      return applyProfile(ctx, connectionId, event);
    case 'limits':
      return applyLimits(ctx, connectionId, event);
    case 'account':
      return applyAccount(ctx, connectionId, event);
    case 'template':
      return applyTemplate(ctx, connectionId, event);
  }
}

async function applyStatus(ctx: Tx, connectionId: number, event: Of<'status'>): Promise<void> {
  const found = await findByProvider(ctx, connectionId, { externalId: event.externalId, clientKey: event.clientKey, fromMe: true });
  if (!found) throw new TooEarly(`status of unknown message ${event.externalId}`);
  const message = await holdMessage(ctx, found.id);
  // The answer to this send was lost; the status proves that the provider has the message.
  const sentAs = messageRef(message) === null ? event.externalId : undefined;
  const revived = (message.outbox?.reason ?? message.fail_reason) === 'unconfirmed' && event.status !== 'failed';
  const next = afterStatus(message, event.status);
  if (!next) {
    if (sentAs !== undefined) await settleMessage(ctx, message.id, { ...settledOf(message), sentAs }, ctx.now());
    return;
  }
  const failReason = next.state === 'failed' ? (event.reason ?? 'unknown') : revived ? null : undefined;
  await settleMessage(ctx, message.id, { ...next, failReason, sentAs }, ctx.now());
  await noteAck(ctx, message.ticket_id, message.id, next.ack, next.state === 'failed');
  if (next.state === 'failed' && event.reason === 'restricted') await noteRefusal(ctx, message);
  if (next.state === 'failed' && event.reason) await noteTemplateRefusal(ctx, message, event.reason);
  // Meta may say only now that it lacks the file.
  if (next.state === 'failed' && event.reason === 'media_rejected' && isShared(message))
    await dropUpload(ctx, connectionId, message.media_key);
  if (event.recipient && message.ack === 0) await learnAddress(ctx, message.contact_id, event.recipient);
  await announceChanged(ctx, message.id);
  // No delivery run waits for this send any more. Wake the outbox: later messages of the chat may be blocked.
  if (message.outbox) await deliverSoon(ctx, connectionId);
}

async function applyProfile(ctx: Tx, connectionId: number, event: Of<'profile'>): Promise<void> {
  const known = await learnName(ctx, event.addresses, event.name, { given: event.book ?? false });
  if (known && event.picture) await renewPicture(ctx, known.id, connectionId);
}

async function applyReaction(ctx: Tx, connectionId: number, event: Of<'reaction'>): Promise<void> {
  const target = await targetOf(ctx, connectionId, event);
  if (!target) return;
  const participant = event.fromMe ? null : event.participant;
  const [author] = participant
    ? await peopleOf(ctx, { contactId: target.contact_id, connectionId }, [{ participant, body: '' }])
    : [undefined];
  const reaction = {
    fromMe: event.fromMe,
    author: author?.participant ?? '',
    authorName: author?.participant_name ?? null,
    emoji: event.emoji ?? '',
    at: new Date(event.sentAt),
  };
  await saveReaction(ctx, target.id, reaction, ctx.now());
  await announceChanged(ctx, target.id);
}

async function applyEdit(ctx: Tx, connectionId: number, event: Of<'edit'>): Promise<void> {
  const target = await ownTargetOf(ctx, connectionId, event);
  if (!target) return;
  const body = event.content.type === 'media' ? event.content.caption : (await contentOf(ctx, event)).body;
  if (body === target.body) return;
  await insertEdit(ctx, target.id, target.body, new Date(event.sentAt));
  await saveMessage(ctx, target.id, { body, is_edited: true }, ctx.now());
  await noteText(ctx, target.ticket_id, target.id, withNames(body, target.mentions));
  await announceChanged(ctx, target.id);
}

async function applyRevoke(ctx: Tx, connectionId: number, event: Of<'revoke'>): Promise<void> {
  const target = await ownTargetOf(ctx, connectionId, event);
  if (!target || target.is_deleted) return;
  await saveMessage(ctx, target.id, { is_deleted: true }, ctx.now());
  await noteDeleted(ctx, target.ticket_id, target.id);
  await announceChanged(ctx, target.id);
}

type Change = Of<'reaction'> | Of<'edit'> | Of<'revoke'>;

/** The message that an inbound change is about. Null if it is in another chat, whatever id the change names, or the chat is ignored. */
async function targetOf(ctx: Tx, connectionId: number, event: Change): Promise<MessageRow | null> {
  if (await ignoresChat(ctx, event.chat)) return null;
  const externalId = event.targetExternalId;
  // Customer and company may have messages with the same id. An edit or a deletion is usually of the sender's own message.
  const own = event.kind === 'reaction' ? null : await findByProvider(ctx, connectionId, { externalId, fromMe: event.fromMe });
  const found = own ?? (await findByProvider(ctx, connectionId, { externalId }));
  if (!found) throw new TooEarly(`${event.kind} of unknown message ${externalId}`);
  const behind = await contactIdsBehind(ctx, event.chat);
  if (behind.length === 0) throw new TooEarly(`${event.kind} in an unknown chat`);
  if (behind.includes(found.contact_id)) return holdMessage(ctx, found.id);
  return refused(ctx, connectionId, event);
}

/** Like `targetOf`, but also null if the sender of the change did not write the message. */
async function ownTargetOf(ctx: Tx, connectionId: number, event: Of<'edit'> | Of<'revoke'>): Promise<MessageRow | null> {
  const target = await targetOf(ctx, connectionId, event);
  if (!target || mayChange(event.kind, target, { ...event, inGroup: isGroupChat(event.chat) })) return target;
  return refused(ctx, connectionId, event);
}

function refused(ctx: Tx, connectionId: number, { kind, targetExternalId }: Change): null {
  ctx.log.warn({ connectionId, kind, targetExternalId }, "a change of somebody else's message was refused");
  return null;
}

async function applyLimits(ctx: Tx, connectionId: number, event: Of<'limits'>): Promise<void> {
  const { restrictedUntil, answersRestrictedUntil, newChats, at } = event;
  // Meta restricts accounts, and tells one of their numbers.
  for (const id of await idsOfAccount(ctx, connectionId))
    await ctx.publish(connectionLimited, { connectionId: id, restrictedUntil, answersRestrictedUntil, newChats, at });
}

async function applyTemplate(ctx: Tx, connectionId: number, event: Of<'template'>): Promise<void> {
  const { name, language, status, quality, category, reason } = event;
  await ctx.publish(templateReported, { connectionId, name, language, status, quality, category, reason });
}

async function applyAccount(ctx: Tx, connectionId: number, event: Of<'account'>): Promise<void> {
  const status = event.health === 'disconnected' ? 'DISCONNECTED' : 'CONNECTED';
  await setConnectionStatus(ctx, connectionId, { status, statusReason: event.health === 'ok' ? null : event.health });
}
