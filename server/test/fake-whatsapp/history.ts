// What a phone tells a linked device about the past (history sync).
import { deflateSync } from 'node:zlib';
import { proto } from 'baileys';
import type { Companion } from './companion.ts';
import { sendPeer } from './own-phone.ts';
import type { Phone } from './phone.ts';
import { newId } from './stanza.ts';
import { type Content, messageOf } from './to-client.ts';
import { phoneOf, type World } from './world.ts';

const Kind = proto.HistorySync.HistorySyncType;
type SyncKind = proto.HistorySync.HistorySyncType;

/** Conversations, sent in chunks of `chunkSize` (all at once without it): the first as bootstrap, the others as recent messages. */
export type History = { conversations: proto.IConversation[]; chunkSize?: number };

/** A message of the past; `at` in seconds since 1970. */
export type PastMessage = { content: Content; at: number; fromMe?: boolean; id?: string };

/** A conversation with a contact, newest message first as phones send it, known by its LID or by its number. */
export function conversation(contact: Phone, messages: PastMessage[], options: { lid?: boolean } = {}): proto.IConversation {
  const id = options.lid ? contact.lid : contact.jid;
  const newestFirst = [...messages].sort((a, b) => b.at - a.at);
  return {
    id,
    name: contact.name,
    ...(options.lid ? { pnJid: contact.jid } : { lidJid: contact.lid }),
    conversationTimestamp: newestFirst[0]?.at ?? 0,
    messages: newestFirst.map(({ content, at, fromMe = false, id: messageId = newId(fromMe ? '3A' : '3EB0') }) => ({
      message: { key: { remoteJid: id, fromMe, id: messageId }, message: messageOf(content), messageTimestamp: at },
    })),
  };
}

/** All chunks, at least one: a client that gets none waits for it. */
export async function shareHistory(world: World, companion: Companion, { conversations, chunkSize }: History): Promise<void> {
  const size = chunkSize ?? Math.max(conversations.length, 1);
  const chunks = Math.max(Math.ceil(conversations.length / size), 1);
  for (let chunk = 0; chunk < chunks; chunk++) {
    await sendChunk(world, companion, chunk === 0 ? Kind.INITIAL_BOOTSTRAP : Kind.RECENT, {
      conversations: conversations.slice(chunk * size, (chunk + 1) * size),
      chunkOrder: chunk + 1,
      progress: Math.round((100 * (chunk + 1)) / chunks),
    });
  }
}

export async function sendOnDemand(world: World, companion: Companion, conversations: proto.IConversation[]): Promise<void> {
  await sendChunk(world, companion, Kind.ON_DEMAND, { conversations, chunkOrder: 1, progress: 100 });
}

/** The payload lies in the message itself: a client fetches anything else from WhatsApp's own media servers. */
async function sendChunk(
  world: World,
  companion: Companion,
  syncType: SyncKind,
  chunk: { conversations: proto.IConversation[]; chunkOrder: number; progress: number },
): Promise<void> {
  const phoneNumberToLidMappings = chunk.conversations.flatMap(({ id }) => {
    const phone = phoneOf(world, id ?? undefined);
    return phone ? [{ pnJid: phone.jid, lidJid: phone.lid }] : [];
  });
  const { chunkOrder, progress } = chunk;
  const payload = proto.HistorySync.encode({ syncType, phoneNumberToLidMappings, ...chunk }).finish();
  await sendPeer(companion, {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: { syncType, chunkOrder, progress, initialHistBootstrapInlinePayload: deflateSync(payload) },
  });
}
