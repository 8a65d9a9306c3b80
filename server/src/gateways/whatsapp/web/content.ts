// Outgoing content in the library's format.
import { createHash } from 'node:crypto';
import type { AnyMessageContent, MiscMessageGenerationOptions, WAMessage, WAMessageKey } from 'baileys';
import type { Address, MessageRef, Outgoing, OutgoingContent } from '../port.ts';
import { jidOf } from './addresses.ts';
import { vcardOf } from './vcard.ts';

export type WebSend = { jid: string; content: AnyMessageContent; options: MiscMessageGenerationOptions };

/**
 * The message id for a client key. Always the same, so that a send repeated after a crash is the same message for everyone.
 * Looks like WhatsApp Web's own ids: `3EB0` and 18 hexadecimal digits.
 */
export function messageIdOf(clientKey: string): string {
  return `3EB0${createHash('sha256').update(clientKey).digest('hex').toUpperCase().slice(0, 18)}`;
}

/** The arguments for `sendMessage`. Link previews are off: the server must not fetch unknown pages. */
export function contentFor(outgoing: Outgoing): WebSend {
  const jid = jidOf(outgoing.to);
  return {
    jid,
    content: outgoing.forwarded ? asForwarded(bodyFor(outgoing.content, jid)) : bodyFor(outgoing.content, jid),
    options: { messageId: messageIdOf(outgoing.clientKey), ...(outgoing.quoted && { quoted: quotedFor(outgoing.quoted, jid) }) },
  };
}

function asForwarded(content: AnyMessageContent): AnyMessageContent {
  return { ...content, contextInfo: { isForwarded: true, forwardingScore: 1 } } as AnyMessageContent;
}

/** Replaces the text of one of our messages. */
export function editFor(to: Address, externalId: string, body: string): AnyMessageContent {
  return { text: body, linkPreview: null, edit: ownKey(to, externalId) };
}

/** Deletes one of our messages for everyone. */
export function revokeFor(to: Address, externalId: string): AnyMessageContent {
  return { delete: ownKey(to, externalId) };
}

/** The library's key of a message. In groups it names the author, unless that is us. */
export function keyOf(message: MessageRef, jid: string): WAMessageKey {
  return {
    remoteJid: jid,
    id: message.externalId,
    fromMe: message.fromMe,
    ...(message.author && !message.fromMe && { participant: jidOf(message.author) }),
  };
}

function ownKey(to: Address, externalId: string): WAMessageKey {
  return { remoteJid: jidOf(to), id: externalId, fromMe: true };
}

function quotedFor(quoted: MessageRef & { text: string }, jid: string): WAMessage {
  return { key: keyOf(quoted, jid), message: { conversation: quoted.text } };
}

function bodyFor(content: OutgoingContent, jid: string): AnyMessageContent {
  switch (content.type) {
    case 'text':
      return { text: content.body, linkPreview: null };
    // WhatsApp Web has no buttons that work on every phone, and no templates, so both are sent as text.
    case 'choices':
    case 'template':
      return { text: content.body, linkPreview: null };
    case 'media':
      return fileFor(content);
    case 'location':
      return {
        location: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          name: content.name ?? undefined,
          address: content.address ?? undefined,
        },
      };
    case 'contacts': {
      const cards = content.cards.map((card) => ({ displayName: card.name, vcard: vcardOf(card) }));
      return { contacts: { displayName: cards.map((card) => card.displayName).join(', '), contacts: cards } };
    }
    case 'reaction':
      return { react: { text: content.emoji, key: keyOf(content.target, jid) } };
  }
}

function fileFor({ as, bytes, mime, filename, caption }: Extract<OutgoingContent, { type: 'media' }>): AnyMessageContent {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = caption === '' ? {} : { caption };
  switch (as) {
    case 'image':
      return { image: file, mimetype: mime, ...words };
    case 'video':
      return { video: file, mimetype: mime, ...words };
    case 'audio':
      return { audio: file, mimetype: mime };
    // Phones play a voice message only if the codec is named.
    case 'voice':
      return { audio: file, ptt: true, mimetype: /^audio\/(ogg|opus)\b/.test(mime) ? 'audio/ogg; codecs=opus' : mime };
    case 'sticker':
      return { sticker: file, mimetype: mime };
    case 'document':
      return { document: file, mimetype: mime, fileName: filename, ...words };
  }
}
