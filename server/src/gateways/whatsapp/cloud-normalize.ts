// Turns Meta's webhook body into facts. Pure and total: the body is untrusted, so nothing in it can make this throw. What is not understood
// is listed in `ignored`. Envelope: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components
import { accountFact } from './cloud-account.ts';
import { contentOf } from './cloud-content.ts';
import { reasonOfStatus } from './cloud-errors.ts';
import { isoTime, type Json, number, record, records, text } from './cloud-json.ts';
import { templateFact } from './cloud-templates.ts';
import type { Address, Inbound } from './port.ts';

/** The facts about one number. Facts about the whole account have no phone number id. */
export type CloudDelivery = { phoneNumberId: string | null; wabaId: string | null; events: Inbound[] };

/** A part of a body that made no fact: where it was and why, never its content. */
export type Ignored = { field: string; why: string };

/** A fact always gets the same key, whatever batch it comes in. `receivedAt` is used where Meta gives no time. */
export function normalizeCloudWebhook(body: unknown, receivedAt: Date): { deliveries: CloudDelivery[]; ignored: Ignored[] } {
  const deliveries = new Map<string, CloudDelivery>();
  const ignored: Ignored[] = [];
  const entries = records(record(body)?.entry);
  if (entries.length === 0) ignored.push({ field: '', why: 'no entry' });
  for (const entry of entries) {
    const changes = records(entry.changes);
    if (changes.length === 0) ignored.push({ field: '', why: 'no change' });
    for (const change of changes) {
      const field = text(change.field) ?? '';
      const value = record(change.value);
      if (!value) {
        ignored.push({ field, why: 'no value' });
        continue;
      }
      const at = isoTime(entry.time) ?? receivedAt.toISOString();
      const wabaId = text(entry.id);
      const phoneNumberId = text(record(value.metadata)?.phone_number_id);
      for (const found of eventsOf(field, value, at)) {
        if ('why' in found) {
          ignored.push(found);
          continue;
        }
        const place = JSON.stringify([wabaId, phoneNumberId]);
        const delivery = deliveries.get(place) ?? { phoneNumberId, wabaId, events: [] };
        deliveries.set(place, delivery);
        delivery.events.push(found);
      }
    }
  }
  return { deliveries: [...deliveries.values()], ignored };
}

type Found = Inbound | Ignored;
type From = { field: string; value: Json; at: string; echo: boolean; history: boolean; chat: Address[] | null };

function eventsOf(field: string, value: Json, at: string): Found[] {
  const from: From = { field, value, at, echo: false, history: false, chat: null };
  switch (field) {
    case 'messages':
      return [
        ...records(value.messages).map((message) => messageFact(message, from)),
        ...records(value.statuses).map((status) => statusFact(status, from)),
        ...records(value.errors).map(() => ({ field, why: 'errors' })),
      ];
    case 'smb_message_echoes':
      return records(value.message_echoes).map((message) => messageFact(message, { ...from, echo: true }));
    case 'history':
      return [...threads(from), ...records(value.messages).map((message) => messageFact(message, { ...from, history: true }))];
    case 'user_id_update':
      return records(value.user_id_update).flatMap((update) => userIdFacts(update, from));
    case 'phone_number_quality_update':
    case 'account_update':
      return [accountFact(field, value, at) ?? { field, why: text(value.event) ?? 'no event' }];
    case 'message_template_status_update':
    case 'message_template_quality_update':
    case 'template_category_update':
      return [templateFact(field, value, at) ?? { field, why: text(value.event) ?? 'no template' }];
    default:
      return [{ field, why: 'unknown field' }];
  }
}

/** The history of a number that is also used on a phone, sent once. `from` is either the customer or the number itself. */
function threads(from: From): Found[] {
  return records(from.value.history).flatMap((chunk) => [
    ...records(chunk.errors).map(() => ({ field: from.field, why: 'errors' })),
    ...records(chunk.threads).flatMap((thread) => {
      const context = record(thread.context);
      const chat = addressesOf(
        text(thread.id) ?? text(context?.wa_id),
        text(context?.user_id),
        text(context?.parent_user_id),
        text(context?.username),
      );
      const own = text(record(from.value.metadata)?.display_phone_number)?.replace(/\D/g, '');
      return records(thread.messages).map((message) => {
        const echo = text(message.from)?.replace(/\D/g, '') === own;
        return messageFact(message, { ...from, history: true, echo, chat: chat.length > 0 ? chat : null });
      });
    }),
  ]);
}

function messageFact(message: Json, from: From): Found {
  const ignore = (why: string): Ignored => ({ field: from.field, why });
  const id = text(message.id);
  if (id === null) return ignore('message without id');
  const sentAt = isoTime(message.timestamp) ?? from.at;
  if (text(message.type) === 'system') return systemFact(id, message, sentAt) ?? ignore('system');

  const contact = contactOf(message, from.value);
  const person = from.echo
    ? addressesOf(text(message.to), text(message.to_user_id), text(message.to_parent_user_id), null)
    : addressesOf(
        text(message.from),
        text(message.from_user_id) ?? text(contact?.user_id),
        text(message.from_parent_user_id) ?? text(contact?.parent_user_id),
        text(record(contact?.profile)?.username),
      );
  const group = text(message.group_id);
  const chat = group === null ? (from.chat ?? person) : [{ kind: 'group' as const, value: group }];
  if (chat.length === 0) return ignore('message from nobody');
  const name = from.echo ? null : text(record(contact?.profile)?.name);

  const by = { fromMe: from.echo, participant: group === null || from.echo ? null : person };

  switch (text(message.type)) {
    case 'reaction': {
      const target = text(record(message.reaction)?.message_id);
      const emoji = text(record(message.reaction)?.emoji);
      return target === null
        ? ignore('reaction')
        : { key: `r:${id}`, kind: 'reaction', targetExternalId: target, chat, fromMe: from.echo, emoji, sentAt };
    }
    case 'edit': {
      const edit = record(message.edit);
      const target = text(edit?.original_message_id);
      const edited = record(edit?.message);
      if (target === null || !edited) return ignore('edit');
      return { key: `e:${id}`, kind: 'edit', targetExternalId: target, chat, ...by, content: contentOf(edited), sentAt };
    }
    case 'revoke': {
      const target = text(record(message.revoke)?.original_message_id);
      return target === null ? ignore('revoke') : { key: `x:${id}`, kind: 'revoke', targetExternalId: target, chat, ...by, sentAt };
    }
  }
  const context = record(message.context);
  const forwarded = context?.forwarded === true || context?.frequently_forwarded === true;
  return {
    // History announces a file first and sends it later under the same id, so the placeholder needs a different key.
    key: text(message.type) === 'media_placeholder' ? `p:${id}` : `m:${id}`,
    kind: 'message',
    externalId: id,
    chat,
    participant: group === null || from.echo ? null : { addresses: person, name },
    name: group === null ? name : null,
    fromMe: from.echo,
    sentAt,
    content: contentOf(message),
    quotedExternalId: forwarded ? null : text(context?.id),
    forwarded,
    history: from.history,
  };
}

/** `system` messages: only changed numbers and user ids matter. */
function systemFact(id: string, message: Json, at: string): Inbound | null {
  const system = record(message.system);
  const type = text(system?.type);
  // Older API versions use `customer_changed_number`, with the number in `new_wa_id`.
  if (type !== 'user_changed_number' && type !== 'customer_changed_number' && type !== 'user_changed_user_id') return null;
  const before = addressesOf(text(message.from), text(message.from_user_id), null, null)[0];
  const number = text(system?.wa_id) ?? text(system?.new_wa_id);
  const after = addressesOf(number, text(system?.user_id), text(system?.parent_user_id), null);
  return before && after.length > 0 ? { key: `i:${id}`, kind: 'identity', before, after, at } : null;
}

function userIdFacts(update: Json, from: From): Found[] {
  const at = isoTime(update.timestamp) ?? from.at;
  const pairs = [record(update.user_id), record(update.parent_user_id)];
  const facts = pairs.flatMap((pair): Inbound[] => {
    const [before] = addressesOf(null, text(pair?.previous), null, null);
    const after = addressesOf(text(update.wa_id), text(pair?.current), null, null);
    if (!before || !after.some((address) => address.kind === 'wa_bsuid')) return [];
    return [{ key: `i:${before.value}:${after.map((address) => address.value).join(':')}:${at}`, kind: 'identity', before, after, at }];
  });
  return facts.length > 0 ? facts : [{ field: from.field, why: 'no pair of ids' }];
}

const statuses = ['sent', 'delivered', 'read', 'played', 'failed'] as const;

function statusFact(raw: Json, from: From): Found {
  const externalId = text(raw.id);
  const status = statuses.find((known) => known === raw.status);
  if (externalId === null || !status) return { field: from.field, why: `status ${text(raw.status) ?? ''}`.trim() };
  const code = number(records(raw.errors)[0]?.code);
  const [person] = addressesOf(text(raw.recipient_id), text(raw.recipient_user_id), text(raw.recipient_parent_user_id), null);
  const group = raw.recipient_type === 'group' ? text(raw.recipient_id) : null;
  return {
    key: `s:${externalId}:${status}`,
    kind: 'status',
    externalId,
    clientKey: text(raw.biz_opaque_callback_data),
    status,
    at: isoTime(raw.timestamp) ?? from.at,
    reason: status === 'failed' ? reasonOfStatus(code) : null,
    recipient: group === null ? (person ?? null) : { kind: 'group', value: group },
  };
}

function contactOf(message: Json, value: Json): Json | null {
  const contacts = records(value.contacts);
  const matching = contacts.find(
    (contact) =>
      (text(contact.wa_id) !== null && text(contact.wa_id) === text(message.from)) ||
      (text(contact.user_id) !== null && text(contact.user_id) === text(message.from_user_id)),
  );
  return matching ?? (contacts.length === 1 ? (contacts[0] ?? null) : null);
}

// Business-scoped user ids: https://developers.facebook.com/docs/whatsapp/business-scoped-user-ids
const businessScoped = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

/** A person with a username may have no phone number, so every part may be absent. */
function addressesOf(phone: string | null, userId: string | null, parentUserId: string | null, username: string | null): Address[] {
  const found: Address[] = [];
  const add = (kind: Address['kind'], value: string) => {
    if (!found.some((other) => other.kind === kind && other.value === value)) found.push({ kind, value });
  };
  if (phone !== null && /^\+?\d{4,20}$/.test(phone)) add('wa_pn', phone.replace('+', ''));
  for (const id of [phone, userId, parentUserId]) if (id !== null && businessScoped.test(id)) add('wa_bsuid', id);
  if (username !== null) add('username', username.replace(/^@/, ''));
  return found;
}
