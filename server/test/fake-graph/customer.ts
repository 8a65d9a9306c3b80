// Webhook bodies as Meta writes them, for one customer writing to one number.
import { createHash } from 'node:crypto';
import type { Body } from './validate.ts';

export type NumberState = {
  phoneNumberId: string;
  wabaId: string;
  accessToken: string;
  appSecret: string;
  webhookUrl: string;
  displayNumber: string;
};

/** A webhook body of one change. */
export function envelope(number: Pick<NumberState, 'phoneNumberId' | 'wabaId' | 'displayNumber'>, field: string, value: Body): Body {
  const metadata = { display_phone_number: number.displayNumber, phone_number_id: number.phoneNumberId };
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: number.wabaId, changes: [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }] }],
  };
}

/** A webhook body about the account, not about one of its numbers. `at` in ms. */
export function accountEnvelope(number: Pick<NumberState, 'wabaId'>, field: string, value: Body, at: number): Body {
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: number.wabaId, time: Math.floor(at / 1000), changes: [{ field, value }] }],
  };
}

export type Who = { phone: string | null; name: string; userId?: string; username?: string };

type World = {
  number(): NumberState;
  seconds(): string;
  newId(): string;
  storeMedia(bytes: Uint8Array, mime: string): string;
  deliver(body: Body): Promise<string>;
  heard(who: Who): void;
};

/** Each method delivers one message and answers its id; `value` only builds. */
export function customer(world: World, who: Who) {
  const contact = {
    profile: { name: who.name, ...(who.username ? { username: who.username } : {}) },
    ...(who.phone ? { wa_id: who.phone } : {}),
    ...(who.userId ? { user_id: who.userId } : {}),
  };
  const from = { ...(who.phone ? { from: who.phone } : {}), ...(who.userId ? { from_user_id: who.userId } : {}) };
  const envelopeOf = (message: Body) => envelope(world.number(), 'messages', { contacts: [contact], messages: [message] });
  const build = (type: string, content: unknown, more: Body = {}): Body => ({
    ...from,
    id: world.newId(),
    timestamp: world.seconds(),
    type,
    [type]: content,
    ...more,
  });
  const say = async (type: string, content: unknown, more: Body = {}) => {
    const message = build(type, content, more);
    world.heard(who);
    await world.deliver(envelopeOf(message));
    return String(message.id);
  };
  const media = (bytes: Uint8Array, mime: string, more: Body = {}) => ({
    id: world.storeMedia(bytes, mime),
    mime_type: mime,
    sha256: createHash('sha256').update(bytes).digest('base64'),
    ...more,
  });

  return {
    /** The body of a message without delivering it; give it to `deliver`, as often as you like. */
    body: (type: string, content: unknown, more: Body = {}) => envelopeOf(build(type, content, more)),
    text: (body: string, more: Body = {}) => say('text', { body }, more),
    reply: (body: string, quotedId: string) => say('text', { body }, { context: { from: world.number().displayNumber, id: quotedId } }),
    forward: (body: string) => say('text', { body }, { context: { forwarded: true } }),
    image: (bytes: Uint8Array, mime = 'image/jpeg', caption?: string) => say('image', media(bytes, mime, caption ? { caption } : {})),
    video: (bytes: Uint8Array, mime = 'video/mp4', caption?: string) => say('video', media(bytes, mime, caption ? { caption } : {})),
    voice: (bytes: Uint8Array) => say('audio', media(bytes, 'audio/ogg; codecs=opus', { voice: true })),
    audio: (bytes: Uint8Array, mime = 'audio/mpeg') => say('audio', media(bytes, mime, { voice: false })),
    document: (bytes: Uint8Array, filename: string, mime = 'application/pdf', caption?: string) =>
      say('document', media(bytes, mime, { filename, ...(caption ? { caption } : {}) })),
    sticker: (bytes: Uint8Array) => say('sticker', media(bytes, 'image/webp', { animated: false })),
    location: (latitude: number, longitude: number, name?: string, address?: string) =>
      say('location', { latitude, longitude, ...(name ? { name } : {}), ...(address ? { address } : {}) }),
    contactCard: (name: string, phone: string) =>
      say('contacts', [
        { name: { formatted_name: name, first_name: name }, phones: [{ phone, wa_id: phone.replace(/\D/g, ''), type: 'CELL' }] },
      ]),
    buttonReply: (id: string, title: string) => say('interactive', { type: 'button_reply', button_reply: { id, title } }),
    listReply: (id: string, title: string) => say('interactive', { type: 'list_reply', list_reply: { id, title } }),
    templateButton: (payload: string, text: string) => say('button', { payload, text }),
    reaction: (messageId: string, emoji: string) => say('reaction', { message_id: messageId, ...(emoji ? { emoji } : {}) }),
    order: (items: { sku: string; quantity: number; price: number }[]) =>
      say('order', {
        catalog_id: '77',
        text: '',
        product_items: items.map((item) => ({
          product_retailer_id: item.sku,
          quantity: item.quantity,
          item_price: item.price,
          currency: 'BRL',
        })),
      }),
    edit: (messageId: string, body: string) => say('edit', { original_message_id: messageId, message: { type: 'text', text: { body } } }),
    revoke: (messageId: string) => say('revoke', { original_message_id: messageId }),
    unsupported: (kind: string) =>
      say(
        'unsupported',
        { type: kind },
        {
          errors: [
            {
              code: 131051,
              title: 'Message type unknown',
              message: 'Message type unknown',
              error_data: { details: 'Message type is currently not supported.' },
            },
          ],
        },
      ),
    changeNumber: (next: string) => say('system', { body: `${who.name} changed number`, type: 'user_changed_number', wa_id: next }),
    /** Written on the phone of the business itself. */
    async echo(body: string) {
      const number = world.number();
      const message = {
        from: number.displayNumber,
        ...(who.phone ? { to: who.phone } : {}),
        ...(who.userId ? { to_user_id: who.userId } : {}),
        id: world.newId(),
        timestamp: world.seconds(),
        type: 'text',
        text: { body },
      };
      await world.deliver(envelope(number, 'smb_message_echoes', { message_echoes: [message] }));
      return message.id;
    },
  };
}
export type FakeCustomer = ReturnType<typeof customer>;
