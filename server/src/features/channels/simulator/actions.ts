import { readFile } from 'node:fs/promises';
import type { Received } from '@balcao/contract/endpoint';
import type { simulatorEndpoints } from '@balcao/contract/simulator';
import { mediaKey } from '../../../gateways/files/storage.ts';
import type { Inbound, InboundContent } from '../../../gateways/whatsapp/port.ts';
import { newId } from '../../../platform/chance.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Upload } from '../../../platform/http/routes.ts';
import { receiveEvents } from '../../desk/messages/actions/in/receive.ts';
import { receiveHistory } from '../../desk/messages/actions/in/receive-history.ts';
import { publishTyping } from '../../desk/messages/actions/thread/typing.ts';
import { addressesOf, addressOf, chatOf, simulatorOf } from './reads.ts';
import { ackOf, cardsOf, hiddenAs, isMedia, mediaAs, type Simulated } from './rules.ts';
import { isKnown, sentBelow } from './store.ts';

/** How many messages one acknowledgement may cover. */
const acknowledgedMax = 200;

/**
 * Simulates something a customer does on their phone; returns the id of their message. Throws ERR_NO_WAPP_FOUND, ERR_WAPP_CHANNEL on a real
 * connection, ERR_WAPP_NOT_INITIALIZED on one that is switched off, ERR_NO_MESSAGE_FOUND for a missing target.
 */
export async function simulateMessage(ctx: Outside, connectionId: number, said: Simulated, files: Upload[]): Promise<{ id: string }> {
  const connection = await reading(ctx, async (ctx) => {
    const connection = await simulatorOf(ctx, connectionId);
    if (said.target && !(await isKnown(ctx, connectionId, said.target))) throw new AppError('ERR_NO_MESSAGE_FOUND');
    return connection;
  });
  if (connection.status !== 'CONNECTED') throw new AppError('ERR_WAPP_NOT_INITIALIZED');
  const id = said.id ?? `sim-${newId()}`;
  const phone = asSystem(ctx, ctx.companyId);
  if (said.type === 'typing' || said.type === 'recording' || said.type === 'paused') {
    await publishTyping(phone, connectionId, addressesOf(said), said.type === 'paused' ? null : said.type);
    return { id };
  }
  const fact = await factOf(ctx, id, said, files);
  if (said.minutesAgo) await receiveHistory(phone, connectionId, [fact]);
  else await receiveEvents(phone, connectionId, [fact]);
  return { id };
}

/** Simulates that the customer's phone received, showed or played what was sent to them. Throws like `simulateMessage`. */
export async function acknowledgeOnPhone(
  ctx: Outside,
  connectionId: number,
  { from, status }: Received<typeof simulatorEndpoints.acknowledgeOnPhone>['body'],
): Promise<void> {
  const address = addressOf(from);
  const ids = await reading(ctx, async (ctx) => {
    await simulatorOf(ctx, connectionId);
    const chat = await chatOf(ctx, connectionId, address);
    return chat ? sentBelow(ctx, chat, ackOf[status], acknowledgedMax) : [];
  });
  const at = ctx.now().toISOString();
  const events = ids.map(
    (externalId): Inbound => ({
      key: `s:${externalId}:${status}`,
      kind: 'status',
      externalId,
      clientKey: null,
      status,
      at,
      reason: null,
      recipient: address,
    }),
  );
  await receiveEvents(asSystem(ctx, ctx.companyId), connectionId, events);
}

async function factOf(ctx: Outside, id: string, said: Simulated, files: Upload[]): Promise<Inbound> {
  const chat = addressesOf(said);
  const participant = said.group ? { addresses: [addressOf(said.from)], name: said.name } : null;
  const by = { fromMe: false, participant: participant?.addresses ?? null };
  const sentAt = new Date(ctx.now().getTime() - (said.minutesAgo ?? 0) * 60_000).toISOString();
  const body = said.body ?? '';
  const target = () => said.target ?? missing('target');
  switch (said.type) {
    case 'reaction':
      return {
        key: `r:${id}`,
        kind: 'reaction',
        targetExternalId: target(),
        chat,
        participant,
        fromMe: false,
        emoji: body || null,
        sentAt,
      };
    case 'edit':
      return {
        key: `e:${id}`,
        kind: 'edit',
        targetExternalId: target(),
        chat,
        ...by,
        content: { type: 'text', body: body || missing('body') },
        sentAt,
      };
    case 'revoke':
      return { key: `x:${id}`, kind: 'revoke', targetExternalId: target(), chat, ...by, sentAt };
    case 'call':
    case 'video_call': {
      const outcome = said.outcome ?? 'missed';
      const video = said.type === 'video_call';
      return { key: `c:${id}:${outcome}`, kind: 'call', callId: id, from: said.from, chat, video, outcome, at: sentAt, history: false };
    }
    default:
      return {
        key: `${said.type === 'awaiting_phone' ? 'p' : 'm'}:${id}`,
        kind: 'message',
        externalId: id,
        chat,
        participant,
        name: said.group ?? said.name,
        fromMe: false,
        sentAt,
        content: await contentOf(ctx, said, body, files),
        quotedExternalId: said.target ?? null,
        forwarded: false,
        history: false,
      };
  }
}

async function contentOf(ctx: Outside, said: Simulated, body: string, files: Upload[]): Promise<InboundContent> {
  const [file, ...more] = files;
  if (more.length > 0) throw invalid('body.media', 'too_many');
  if (file?.size === 0) throw invalid('body.media', 'empty');
  if (file) return keepFile(ctx, said, body, file);
  if (isMedia(said.type)) return missing('media');
  if (said.type === 'location') {
    const { latitude = missing('latitude'), longitude = missing('longitude') } = said;
    return { type: 'location', latitude, longitude, name: body || null, address: null };
  }
  if (said.type === 'contacts') {
    const cards = cardsOf(body);
    return cards.length > 0 ? { type: 'contacts', cards } : missing('body');
  }
  if (said.type === 'view_once' || said.type === 'awaiting_phone' || said.type === 'unknown')
    return { type: 'unsupported', what: hiddenAs[said.type] };
  return { type: 'text', body: body || missing('body') };
}

/** Stores the file where the simulator's channel will fetch it from, as from a provider. */
async function keepFile({ gateways, companyId }: Outside, said: Simulated, caption: string, file: Upload): Promise<InboundContent> {
  const bytes = await readFile(file.path);
  const { mime, extension } = await gateways.media.sniff(bytes, { mime: file.mime, filename: file.filename });
  const key = `simulator/${mediaKey(companyId, extension)}`;
  await gateways.files.put(key, bytes, { mime });
  return {
    type: 'media',
    as: mediaAs(said.type, mime),
    caption,
    media: { id: key, mime, sha256: null, size: file.size, filename: file.filename },
  };
}

function missing(field: string): never {
  throw invalid(`body.${field}`, 'required');
}
