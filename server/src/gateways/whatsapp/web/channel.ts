// The WhatsApp Web channel: implements the port with the linked devices that this process runs.
import type { AnyMessageContent, Contact, MiscMessageGenerationOptions } from 'baileys';
import { DEF_MEDIA_HOST, downloadContentFromMessage, proto } from 'baileys';
import { type Account, type Address, type Channel, passesSoonMs, SendFailure, type Sent } from '../port.ts';
import { addressesOf, jidOf } from './addresses.ts';
import { contentFor, editFor, keyOf, messageIdOf, revokeFor } from './content.ts';
import { addressBookCategory } from './in/listen.ts';
import { downloadable, type FileSource, type FileType, sourceOf } from './in/media-ref.ts';
import { parse, text } from './keys/auth-state.ts';
import type { Session } from './session.ts';
import type { WebSessions } from './sessions.ts';

const queryMs = 15_000;
const downloadMs = 120_000;
const pictureMaxBytes = 1_000_000;

/**
 * The id of a message is derived from our key, so a repeated send is the same message for WhatsApp and for the recipient. A send resolves
 * when WhatsApp has acknowledged it, not when it was written to the socket.
 */
export function webChannel(sessions: WebSessions): Channel {
  const session = (account: Account): Session => {
    const found = sessions.find(account);
    if (!found) throw new SendFailure('retry', 'connection_down', 'not connected', 5_000);
    return found;
  };

  return {
    kind: 'whatsapp_web',
    idempotentSends: true,
    windowHours: null,

    async send(account, outgoing) {
      const own = session(account);
      const { to, recipient } = await recipientOf(own, outgoing.to);
      const { jid, content, options } = contentFor({ ...outgoing, to });
      const id = messageIdOf(outgoing.clientKey);
      await sendAndWait(own, jid, id, content, options);
      return { externalId: id, recipient };
    },

    async revoke(account, to, externalId) {
      await sendAndWait(session(account), jidOf(to), messageIdOf(`revoke:${externalId}`), revokeFor(to, externalId), {});
    },

    async edit(account, to, externalId, body) {
      await sendAndWait(session(account), jidOf(to), messageIdOf(`edit:${externalId}:${body}`), editFor(to, externalId, body), {});
    },

    async markRead(account, chat, messages) {
      const jid = jidOf(chat);
      const keys = messages.map((message) => keyOf(message, jid));
      await ignoringFailures(() => session(account).socket.readMessages(keys));
    },

    async fetchMedia(account, media, maxBytes) {
      const file = downloadable(media);
      if (!file) throw new SendFailure('refused', 'media_rejected', 'not a file of WhatsApp Web');
      try {
        return await download(file.source, file.type, { maxBytes, host: await mediaHostOf(sessions.find(account)) });
      } catch (error) {
        if (!isGone(error)) throw failureOf(error);
      }
      // The server has deleted the file; the phone still has it.
      const own = session(account);
      const fresh = await withTimeout(own.socket.updateMediaMessage(file.message)).catch((error: unknown) => {
        throw new SendFailure('refused', 'media_rejected', reasonOf(error));
      });
      const source = sourceOf(fresh, file.type);
      if (!source?.directPath) throw new SendFailure('refused', 'media_rejected', 'the phone has it no more');
      return download(source, file.type, { maxBytes, host: await mediaHostOf(own) }).catch((error: unknown) => {
        throw isGone(error) ? new SendFailure('refused', 'media_rejected', 'the file is gone') : failureOf(error);
      });
    },

    check(account) {
      const own = sessions.find(account);
      const number = own?.socket.user?.id.replace(/[:@].*$/, '') ?? null;
      return Promise.resolve(
        own ? { ok: true, number, name: own.socket.user?.name ?? null } : { ok: false, reason: 'connection_down', detail: 'not connected' },
      );
    },

    async addressBook(account) {
      const contacts = (await session(account).rows.all(addressBookCategory)).map((value) => parse<Contact>(value));
      return contacts.flatMap(({ id, name, phoneNumber }) => {
        const number = (phoneNumber ?? (id.endsWith('@s.whatsapp.net') ? id : '')).replace(/[:@].*$/, '');
        return name && number ? [{ name, number }] : [];
      });
    },

    async checkNumber(account, number) {
      const own = session(account);
      const found = await withTimeout(own.socket.onWhatsApp(number.replace(/\D/g, ''))).catch((error: unknown) => {
        throw failureOf(error);
      });
      const [first] = found ?? [];
      if (!first?.exists) return null;
      const lid = (first as { lid?: string }).lid ?? (await own.socket.signalRepository.lidMapping.getLIDForPN(first.jid));
      return addressesOf(first.jid, lid);
    },

    async profilePicture(account, address) {
      const url = await withTimeout(session(account).socket.profilePictureUrl(jidOf(address), 'image')).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw failureOf(error);
      });
      if (!url) return null;
      const response = await fetch(url, { signal: AbortSignal.timeout(queryMs) });
      if (!response.ok || Number(response.headers.get('content-length') ?? 0) > pictureMaxBytes) return null;
      const bytes = new Uint8Array(await response.arrayBuffer());
      return bytes.length > pictureMaxBytes ? null : bytes;
    },

    async typing(account, to, writing) {
      await ignoringFailures(async () => {
        const { socket } = session(account);
        if (writing) await socket.sendPresenceUpdate('available');
        await socket.sendPresenceUpdate(writing ? 'composing' : 'paused', jidOf(to));
      });
    },

    async watch(account, address) {
      await ignoringFailures(async () => {
        const { socket } = session(account);
        await socket.sendPresenceUpdate('available');
        await socket.presenceSubscribe(jidOf(address));
      });
    },

    async recheck(account, since, chats) {
      await withTimeout(session(account).recheck(new Date(since), chats)).catch((error: unknown) => {
        throw failureOf(error);
      });
    },

    async rejectCall(account, callId, from) {
      await withTimeout(session(account).socket.rejectCall(callId, from)).catch((error: unknown) => {
        throw failureOf(error);
      });
    },
  };
}

/** WhatsApp may know a number that has never written under another form (Brazilian 9th digit), or not at all. */
async function recipientOf(own: Session, to: Address): Promise<{ to: Address; recipient: Sent['recipient'] }> {
  if (to.kind !== 'phone') return { to, recipient: null };
  const found = await withTimeout(own.socket.onWhatsApp(to.value)).catch((error: unknown) => {
    throw failureOf(error);
  });
  const [first] = found ?? [];
  const [address] = first?.exists ? addressesOf(first.jid) : [];
  if (!address) throw new SendFailure('refused', 'not_on_whatsapp', to.value);
  return { to: address, recipient: address };
}

async function sendAndWait(
  own: Session,
  jid: string,
  id: string,
  content: AnyMessageContent,
  options: MiscMessageGenerationOptions,
): Promise<void> {
  const acknowledged = own.acknowledged(id);
  try {
    const message = await own.socket.sendMessage(jid, content, { ...options, messageId: id });
    // A device that could not read it asks for it again, perhaps after this process has ended.
    if (message?.message) await own.rows.saveSent(id, text(Buffer.from(proto.Message.encode(message.message).finish())));
    await acknowledged.done;
  } catch (error) {
    acknowledged.forget();
    throw failureOf(error);
  }
}

/** Always WhatsApp's own servers. The host in a message is chosen by its sender and could be any machine that this one can reach. */
async function mediaHostOf(own: Session | null): Promise<string> {
  if (!own) return DEF_MEDIA_HOST;
  await withTimeout(own.socket.refreshMediaConn(false)).catch(() => undefined);
  return own.socket.getMediaHost();
}

async function download(
  { url, directPath, mediaKey }: FileSource,
  type: FileType,
  { maxBytes, host }: { maxBytes: number; host: string },
): Promise<Uint8Array> {
  const path = directPath ?? pathOf(url);
  if (!path?.startsWith('/')) throw new SendFailure('refused', 'media_rejected', 'no path to the file');
  const stream = await downloadContentFromMessage({ directPath: path, mediaKey }, type, {
    host,
    options: { signal: AbortSignal.timeout(downloadMs) },
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) {
      stream.destroy();
      throw new SendFailure('refused', 'media_rejected', `over ${maxBytes} bytes`);
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function pathOf(url: string | null): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SendFailure('retry', 'network', 'no answer', passesSoonMs)), queryMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function ignoringFailures(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    // A missing tick or typing notice does no harm.
  }
}

const statusOf = (error: unknown): number | undefined => {
  const { output, data } = (error ?? {}) as { output?: { statusCode?: number }; data?: number | { statusCode?: number } };
  return typeof data === 'number' ? data : (output?.statusCode ?? undefined);
};
const isGone = (error: unknown) => [404, 410].includes(statusOf(error) ?? 0);
const isMissing = (error: unknown) => [401, 403, 404].includes(statusOf(error) ?? 0);

function failureOf(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error;
  const detail = reasonOf(error);
  if (/all hosts/i.test(detail)) return new SendFailure('retry', 'network', detail, passesSoonMs);
  // A repeat with the same id is the same message, so it can always be retried.
  return new SendFailure('retry', statusOf(error) === 428 ? 'connection_down' : 'network', detail, passesSoonMs);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}
