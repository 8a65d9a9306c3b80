// The Cloud API as a channel: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages

import { type Json, number, record, records, text } from './cloud-json.ts';
import { fetchCloudMedia, uploadCloudMedia } from './cloud-media.ts';
import { type CloudConfig, type GraphRequest, graphCall } from './cloud-request.ts';
import { cloudTemplates, templateFields } from './cloud-templates.ts';
import { type Account, type Address, type Channel, type OutgoingContent, type OutgoingFile, SendFailure, type Sent } from './port.ts';

/** Meta has no idempotency keys, so an `uncertain` send is settled by its status (`biz_opaque_callback_data`) and never repeated. */
export function cloudChannel(config: CloudConfig): Channel {
  const timeoutMs = config.timeoutMs ?? 30_000;
  const call = (account: Account, request: Omit<GraphRequest, 'timeoutMs'>) =>
    graphCall(config, credentials(account).accessToken, { ...request, timeoutMs });
  const upload: NonNullable<Channel['upload']> = async (account, file) => uploadCloudMedia(config, credentials(account), file);
  const messages = (account: Account) => `${encodeURIComponent(credentials(account).phoneNumberId)}/messages`;

  return {
    kind: 'whatsapp_cloud',
    idempotentSends: false,
    windowHours: 24,

    async send(account, outgoing) {
      if (Buffer.byteLength(outgoing.clientKey) > 512) throw new SendFailure('refused', 'invalid_request', 'client key over 512 bytes');
      const to = recipientFields(outgoing.to);
      const content = await contentFields(outgoing.content, async (file) => file.uploadedAs ?? upload(account, file));
      const answer = await call(account, {
        method: 'POST',
        path: messages(account),
        json: {
          messaging_product: 'whatsapp',
          ...to,
          ...(outgoing.quoted ? { context: { message_id: outgoing.quoted.externalId } } : {}),
          biz_opaque_callback_data: outgoing.clientKey,
          ...content,
        },
      });
      return sentOf(answer);
    },

    upload,

    async revoke() {
      throw new SendFailure('refused', 'not_permitted', 'the Cloud API cannot take a message back');
    },

    async markRead(account, _chat, read) {
      // Marking the last one as read marks all before it.
      const last = read.at(-1);
      if (!last) return;
      try {
        await call(account, {
          method: 'POST',
          path: messages(account),
          json: { messaging_product: 'whatsapp', status: 'read', message_id: last.externalId },
        });
      } catch {
        // A missing blue tick does no harm.
      }
    },

    async fetchMedia(account, media, maxBytes) {
      return fetchCloudMedia(config, credentials(account), media, maxBytes);
    },

    templates(account, after) {
      return cloudTemplates((request) => call(account, request), credentials(account).wabaId, after);
    },

    async check(account) {
      try {
        const fields = 'id,display_phone_number,verified_name,quality_rating,status';
        const answer = await call(account, {
          method: 'GET',
          path: `${encodeURIComponent(credentials(account).phoneNumberId)}?fields=${fields}`,
        });
        const status = text(answer.status)?.toUpperCase();
        if (status === 'BANNED') return { ok: false, reason: 'restricted', detail: status };
        if (status && ['PENDING', 'DELETED', 'MIGRATED', 'DISCONNECTED', 'UNVERIFIED'].includes(status))
          return { ok: false, reason: 'number_not_registered', detail: status };
        return { ok: true, number: text(answer.display_phone_number)?.replace(/\D/g, '') || null, name: text(answer.verified_name) };
      } catch (error) {
        if (!(error instanceof SendFailure)) throw error;
        return { ok: false, reason: error.reason === 'unconfirmed' ? 'network' : error.reason, detail: error.detail };
      }
    },
  };
}

function credentials(account: Account) {
  if (!account.cloud) throw new SendFailure('refused', 'credentials', 'the connection has no Cloud API credentials');
  return account.cloud;
}

function recipientFields(to: Address): Json {
  switch (to.kind) {
    case 'phone':
    case 'wa_pn':
      return { recipient_type: 'individual', to: to.value.replace(/\D/g, '') };
    case 'wa_bsuid':
      return { recipient_type: 'individual', recipient: to.value };
    case 'group':
      return { recipient_type: 'group', to: to.value };
    case 'wa_lid':
    case 'username':
      throw new SendFailure('refused', 'invalid_request', `the Cloud API cannot reach a ${to.kind}`);
  }
}

type Upload = (file: OutgoingFile) => Promise<string>;

async function contentFields(content: OutgoingContent, upload: Upload): Promise<Json> {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: { body: content.body } };
    case 'choices':
      return choiceFields(content);
    case 'template':
      return templateFields(content, upload);
    case 'location':
      return {
        type: 'location',
        location: {
          latitude: content.latitude,
          longitude: content.longitude,
          ...(content.name ? { name: content.name } : {}),
          ...(content.address ? { address: content.address } : {}),
        },
      };
    case 'contacts':
      return { type: 'contacts', contacts: content.cards.map(contactFields) };
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: content.target.externalId, emoji: content.emoji } };
    case 'media':
      return mediaFields(content, upload);
  }
}

/**
 * Up to three buttons, or up to ten list rows, if titles and ids allow it; else the menu as text.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-reply-buttons-messages and interactive-list-messages
 */
function choiceFields({ body, prompt, style, rows }: Extract<OutgoingContent, { type: 'choices' }>): Json {
  const fits = (max: number, titleMax: number) =>
    rows.length > 0 &&
    rows.length <= max &&
    prompt.length <= 1024 &&
    rows.every(({ title }) => title.trim() !== '' && title.length <= titleMax);
  // Meta refuses two buttons or rows with the same title.
  const distinct = new Set(rows.map(({ title }) => title)).size === rows.length;
  const interactive = (fields: Json) => ({ type: 'interactive', interactive: { body: { text: prompt }, ...fields } });
  if (distinct && style === 'button' && fits(3, 20)) {
    return interactive({ type: 'button', action: { buttons: rows.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) } });
  }
  if (distinct && fits(10, 24)) {
    return interactive({
      type: 'list',
      action: { button: 'Escolha uma opção', sections: [{ rows: rows.map(({ id, title }) => ({ id, title })) }] },
    });
  }
  return { type: 'text', text: { body } };
}

async function mediaFields(media: Extract<OutgoingContent, { type: 'media' }>, upload: Upload): Promise<Json> {
  const hasCaption = media.as === 'image' || media.as === 'video' || media.as === 'document';
  // Sending without the caption would lose it silently.
  if (media.caption !== '' && !hasCaption) throw new SendFailure('refused', 'invalid_request', `${media.as} carries no caption`);
  const id = await upload(media);
  const type = media.as === 'voice' ? 'audio' : media.as;
  return {
    type,
    [type]: {
      id,
      ...(media.caption !== '' ? { caption: media.caption } : {}),
      ...(media.as === 'document' ? { filename: media.filename } : {}),
      ...(media.as === 'voice' ? { voice: true } : {}),
    },
  };
}

/** Meta requires the full name and at least one of its parts. */
function contactFields(card: { name: string; phones: string[] }): Json {
  return { name: { formatted_name: card.name, first_name: card.name }, phones: card.phones.map((phone) => ({ phone, type: 'CELL' })) };
}

function sentOf(answer: Json): Sent {
  const externalId = text(records(answer.messages)[0]?.id);
  if (externalId === null) throw new SendFailure('uncertain', 'unconfirmed', 'no message id in the answer');
  const contact = record(records(answer.contacts)[0]);
  const phone = text(contact?.wa_id);
  const userId = text(contact?.user_id);
  if (phone !== null && number(phone) !== null) return { externalId, recipient: { kind: 'wa_pn', value: phone.replace(/\D/g, '') } };
  return { externalId, recipient: userId === null ? null : { kind: 'wa_bsuid', value: userId } };
}
