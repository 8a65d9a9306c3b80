// The content of a message in a Cloud API webhook. Payloads by type:
// https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components
import { type Json, number, record, records, text } from './cloud-json.ts';
import type { InboundContent } from './port.ts';

type MediaKind = Extract<InboundContent, { type: 'media' }>['as'];

/** Total: whatever cannot be shown becomes `unsupported`, with the provider's name for it. */
export function contentOf(message: Json): InboundContent {
  const type = text(message.type) ?? 'unknown';
  return read(type, message) ?? { type: 'unsupported', what: unsupportedName(type, message) };
}

function read(type: string, message: Json): InboundContent | null {
  const part = record(message[type]);
  switch (type) {
    case 'text': {
      const body = text(part?.body);
      return body === null ? null : { type: 'text', body };
    }
    case 'image':
    case 'video':
    case 'document':
    case 'sticker':
      return media(part, type);
    case 'audio':
      return media(part, part?.voice === true ? 'voice' : 'audio');
    case 'location':
      return location(part);
    case 'contacts':
      return contacts(records(message.contacts));
    case 'interactive':
      return interactive(part);
    case 'button': {
      const body = text(part?.text) ?? text(part?.payload);
      return body === null ? null : { type: 'choice', id: text(part?.payload) ?? body, body };
    }
    case 'order':
      return order(part);
    default:
      return null;
  }
}

function media(part: Json | null, as: MediaKind): InboundContent | null {
  const id = text(part?.id);
  if (!part || id === null) return null;
  return {
    type: 'media',
    as,
    caption: text(part.caption) ?? '',
    media: {
      id,
      mime: text(part.mime_type) ?? 'application/octet-stream',
      sha256: text(part.sha256),
      size: number(part.file_size),
      filename: text(part.filename),
    },
  };
}

function location(part: Json | null): InboundContent | null {
  const latitude = number(part?.latitude);
  const longitude = number(part?.longitude);
  if (!part || latitude === null || longitude === null) return null;
  return { type: 'location', latitude, longitude, name: text(part.name), address: text(part.address) };
}

function contacts(list: Json[]): InboundContent | null {
  const cards = list.map((item) => {
    const phones = records(item.phones).map((phone) => text(phone.phone) ?? text(phone.wa_id));
    const name = record(item.name);
    const parts = [text(name?.first_name), text(name?.last_name)].filter((word) => word !== null).join(' ');
    return {
      name: text(name?.formatted_name) ?? (parts || (phones[0] ?? '')),
      phones: phones.filter((phone) => phone !== null),
      vcard: text(item.vcard),
    };
  });
  return cards.length > 0 ? { type: 'contacts', cards } : null;
}

function interactive(part: Json | null): InboundContent | null {
  const type = text(part?.type);
  const reply = type === null ? null : record(part?.[type]);
  if (!reply) return null;
  if (type === 'button_reply' || type === 'list_reply') {
    const body = text(reply.title) ?? text(reply.id);
    return body === null ? null : { type: 'choice', id: text(reply.id) ?? body, body };
  }
  if (type === 'nfm_reply') return { type: 'text', body: formAnswers(reply) };
  return null;
}

/** A filled-in form: its text, then one `field: answer` per line. */
function formAnswers(reply: Json): string {
  const lines = [text(reply.body)];
  try {
    const answers = record(JSON.parse(text(reply.response_json) ?? '{}')) ?? {};
    for (const [field, answer] of Object.entries(answers)) {
      if (field === 'flow_token') continue;
      lines.push(text(`${field}: ${typeof answer === 'object' ? JSON.stringify(answer) : String(answer)}`));
    }
  } catch {
    lines.push(text(reply.response_json));
  }
  return lines.filter((line) => line !== null).join('\n') || (text(reply.name) ?? 'flow');
}

function order(part: Json | null): InboundContent | null {
  if (!part) return null;
  const items = records(part.product_items).map((item) => {
    const price = [text(item.currency), number(item.item_price)?.toFixed(2)].filter(Boolean).join(' ');
    return `${number(item.quantity) ?? 1} × ${text(item.product_retailer_id) ?? '?'}${price ? ` · ${price}` : ''}`;
  });
  const body = [text(part.text), ...items].filter((line) => line !== null).join('\n');
  return body === '' ? null : { type: 'text', body };
}

function unsupportedName(type: string, message: Json): string {
  if (type === 'interactive') return text(record(message.interactive)?.type) ?? type;
  if (type !== 'unsupported' && type !== 'unknown') return type;
  return text(record(message.unsupported)?.type) ?? text(records(message.errors)[0]?.code) ?? type;
}
