// Sending: a message is stored first, in the transaction that decides it; a worker sends it afterwards.

import { readFile } from 'node:fs/promises';
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { carriesCaption, channelTakes, kindForChannel, kindOfMime, type MediaKind } from '@balcao/contract/media-rules';
import { mediasMax, recordedAudioMinBytes } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import { storableText } from '@balcao/contract/storable-text';
import { mayWrite } from '@balcao/contract/ticket-rules';
import { mediaKey } from '../../../../../gateways/files/storage.ts';
import { newId } from '../../../../../platform/chance.ts';
import { type Ctx, type Outside, type Tx, userIdOf } from '../../../../../platform/context.ts';
import { reading, transaction } from '../../../../../platform/db/transaction.ts';
import { AppError, invalid, must } from '../../../../../platform/errors.ts';
import type { Upload } from '../../../../../platform/http/routes.ts';
import { owning, removeFilesLater } from '../../../../company/system/actions.ts';
import { getContact } from '../../../contacts/reads.ts';
import { holdTicket } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { type TicketRow, visibleTicket, writableView } from '../../../tickets/reads.ts';
import { readableMessage, viewMessages } from '../../reads.ts';
import { cardsBody, locationBody, mediaTypeOf } from '../../rules/content.ts';
import { answerAfter } from '../../store/messages.ts';
import type { MessageWithParts } from '../../view.ts';
import { deliverSoon } from './deliver.ts';
import { filling, type Part, queueMessage } from './queue-message.ts';
import { keyedMessages } from './sent-before.ts';
import { type FileFields, keysOf, storeFile } from './store-file.ts';

export type SendMessage = {
  body?: string | string[] | undefined;
  quotedMsg?: string | null | undefined;
  location?: { latitude: number; longitude: number; name?: string | null | undefined; address?: string | null | undefined } | undefined;
  contactIds?: number[] | undefined;
  as?: 'voice' | 'sticker' | undefined;
  /** The latest message the author has looked at. */
  after?: number | undefined;
};

/**
 * Queues what an agent writes: text, location, contact cards or files. Resolves with the stored messages. If the same user repeats an
 * `idempotencyKey`, the same messages are returned and nothing is sent again; with another ticket it is refused. Refuses as `mayWrite`, and with
 * ERR_ANSWERED_MEANWHILE when a colleague has answered after `after`.
 */
export async function sendMessage(
  ctx: Outside,
  ticketId: number,
  wanted: SendMessage,
  files: Upload[],
  idempotencyKey: string | null,
): Promise<MessageView[]> {
  const author = userIdOf(ctx.actor);
  const keyStart = `${author ?? 'system'}:${idempotencyKey ?? newId()}`;
  // So that files are not stored once more. Without any, the look under the ticket's lock is enough.
  if (idempotencyKey && files.length > 0) {
    const before = await sentBefore(ctx, ticketId, keyStart);
    if (before) return before;
  }
  const parts = files.length > 0 ? await preparedParts(ctx, await channelFor(ctx, ticketId), wanted, files) : await plainParts(ctx, wanted);
  const queue = () => queueParts(ctx, ticketId, wanted, parts, { author, keyStart, repeatable: idempotencyKey !== null });
  return owning(ctx, parts.flatMap(keysOf), queue);
}

/**
 * Queues what `preparedParts` made, as messages of a ticket that the actor may see. `keyStart` begins their keys; if `repeatable`, those that
 * were queued with it before are answered. Refuses with ERR_NO_TICKET_FOUND and as `mayWrite`.
 */
export function queueParts(
  ctx: Ctx | Tx,
  ticketId: number,
  wanted: SendMessage,
  parts: readonly Part[],
  { author, keyStart, repeatable }: { author: number | null; keyStart: string; repeatable: boolean },
): Promise<MessageView[]> {
  return transaction(ctx, async (ctx) => {
    const ticket = await holdTicket(ctx, ticketId);
    if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
    // Two requests with one key may both get here; the ticket's lock makes the second wait and find the first's messages.
    const before = repeatable ? await keyedMessages(ctx, ticketId, keyStart) : [];
    if (before.length > 0) {
      await removeFilesLater(ctx, parts.flatMap(keysOf));
      return viewMessages(ctx, before);
    }
    const connection = must(mayWrite(writableView(ticket), ctx.now()));
    if (wanted.after !== undefined) await refuseSecondAnswer(ctx, ticketId, wanted.after, author);
    const quoted = wanted.quotedMsg ? await quotable(ctx, Number(wanted.quotedMsg), ticket) : null;
    const fill = await filling(ctx, ticket);
    const sent: MessageView[] = [];
    for (const [index, part] of parts.entries()) {
      sent.push(
        await queueMessage(ctx, ticket, connection.id, {
          ...filled(part, fill),
          client_key: `${keyStart}:${index}`,
          user_id: author,
          quoted: index === 0 ? quoted : null,
        }),
      );
    }
    await deliverSoon(ctx, connection.id);
    return sent;
  });
}

/** Two people must not answer one question without knowing of each other. */
async function refuseSecondAnswer(ctx: Tx, ticketId: number, after: number, author: number | null): Promise<void> {
  const answer = await answerAfter(ctx, ticketId, after, author);
  if (answer) throw new AppError('ERR_ANSWERED_MEANWHILE', { by: answer.by, at: answer.at.toISOString() });
}

/** Fills in variables. A body that is only the file's name stays as it is. */
function filled(part: Part, fill: (text: string) => string): Part {
  if (part.location || part.cards || (part.media_name !== undefined && part.body === part.media_name)) return part;
  const body = fill(part.body);
  if (body.trim() === '' && !part.media_key) throw new AppError('ERR_EMPTY_MESSAGE', undefined, [{ path: 'body.body', code: 'required' }]);
  return { ...part, body };
}

async function sentBefore(ctx: Ctx, ticketId: number, keyStart: string): Promise<MessageView[] | null> {
  return reading(ctx, async (ctx) => {
    await visibleTicket(ctx, ticketId);
    const ids = await keyedMessages(ctx, ticketId, keyStart);
    return ids.length > 0 ? viewMessages(ctx, ids) : null;
  });
}

async function quotable(ctx: Tx, messageId: number, ticket: TicketRow): Promise<MessageWithParts> {
  const quoted = await readableMessage(ctx, messageId, ticket);
  if (quoted.contact_id !== ticket.contact_id) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return quoted;
}

async function plainParts(ctx: Ctx, wanted: SendMessage): Promise<Part[]> {
  if (wanted.location) {
    const { latitude, longitude } = wanted.location;
    const place = { latitude, longitude, name: wanted.location.name ?? null, address: wanted.location.address ?? null };
    return [{ body: locationBody(place), media_type: 'locationMessage', location: JSON.stringify(place) }];
  }
  if (wanted.contactIds) {
    const ids = wanted.contactIds;
    const cards = await reading(ctx, async (ctx) => {
      const contacts = [];
      for (const id of ids) contacts.push(await getContact(ctx, id));
      return contacts.map((contact) => ({ name: contact.name, phones: contact.number ? [contact.number] : [] }));
    });
    return [{ body: cardsBody(cards), media_type: 'vcard', cards: JSON.stringify(cards) }];
  }
  const body = (Array.isArray(wanted.body) ? wanted.body.join('\n') : (wanted.body ?? '')).trim();
  if (body === '') throw new AppError('ERR_EMPTY_MESSAGE', undefined, [{ path: 'body.body', code: 'required' }]);
  return [{ body, media_type: 'conversation' }];
}

async function channelFor(ctx: Ctx, ticketId: number): Promise<ConnectionChannel> {
  const ticket = await reading(ctx, (ctx) => visibleTicket(ctx, ticketId));
  return must(mayWrite(writableView(ticket), ctx.now())).channel;
}

/**
 * What a request to send becomes on a channel, its files stored: outside any transaction. Whoever queues it owns the files (`owning`,
 * `keysOf`). Throws ERR_EMPTY_MESSAGE, ERR_MEDIA_TYPE, ERR_MEDIA_TOO_LARGE.
 */
export async function preparedParts(ctx: Outside, channel: ConnectionChannel, wanted: SendMessage, files: Upload[]): Promise<Part[]> {
  if (files.length === 0) return plainParts(ctx, wanted);
  if (files.length > mediasMax) throw invalid('body.medias', 'too_big');
  const captions = Array.isArray(wanted.body) ? wanted.body : [wanted.body ?? ''];
  const parts: Part[] = [];
  for (const [index, file] of files.entries()) {
    // Existing clients send the file's name when there is no caption.
    const written = (captions[index] ?? '').trim();
    const caption = written === file.filename ? '' : written;
    const prepared = await prepareFile(ctx, file, wanted.as, channel);
    const { as, fields } = prepared;
    if (caption && !carriesCaption[as]) parts.push({ body: caption, media_type: 'conversation' });
    const said = carriesCaption[as] ? caption : '';
    parts.push({
      ...fields,
      body: said || (as === 'document' ? file.filename : ''),
      media_type: mediaTypeOf(as),
      media_state: 'ready',
      is_voice: as === 'voice',
    });
  }
  return parts;
}

async function prepareFile(
  ctx: Outside,
  file: Upload,
  asked: SendMessage['as'],
  channel: ConnectionChannel,
): Promise<{ as: MediaKind; fields: FileFields }> {
  if (file.size === 0) throw invalid('body.medias', 'empty');
  let bytes: Uint8Array = await readFile(file.path);
  let sniffed = await ctx.gateways.media.sniff(bytes, { mime: file.mime, filename: file.filename });
  const recorded = asked === 'voice' || file.filename.startsWith('audio-record-site');
  if (recorded) {
    if (file.size < recordedAudioMinBytes) throw invalid('body.medias', 'too_short');
    const voice = await ctx.gateways.media.toVoiceNote(ctx.companyId, bytes);
    if (!voice.ok) throw new AppError('ERR_MEDIA_TYPE', { reason: voice.problem, file: file.filename });
    bytes = voice.value;
    sniffed = { ...sniffed, mime: 'audio/ogg', extension: 'ogg' };
  }
  const as = recorded
    ? 'voice'
    : asked === 'sticker' && channelTakes(channel, 'sticker', sniffed.mime, bytes.length)
      ? 'sticker'
      : kindForChannel(channel, sniffed.mime, bytes.length);
  if (!as) throw new AppError('ERR_MEDIA_TOO_LARGE', { file: file.filename, kind: kindOfMime(sniffed.mime) });
  const filename = recorded ? 'voz.ogg' : storableText(file.filename, 200);
  return {
    as,
    fields: await storeFile(ctx, bytes, { as, filename, mime: sniffed.mime, key: (extension) => mediaKey(ctx.companyId, extension) }),
  };
}
