import type { MediaType } from '@balcao/contract/message-rules';
import type { InboundContent } from '../../../../../gateways/whatsapp/port.ts';
import { bodyText, type Call, callBody, cardsBody, locationBody, mediaTypeOf } from '../../rules/content.ts';

export type ContentFields = {
  body: string;
  media_type: MediaType;
  media_state: 'none' | 'pending';
  media_ref: string | null;
  media_name: string | null;
  media_mime: string | null;
  media_size: number | null;
  is_voice: boolean;
  location: string | null;
  cards: string | null;
  call: string | null;
};

const plain: Omit<ContentFields, 'body' | 'media_type'> = {
  media_state: 'none',
  media_ref: null,
  media_name: null,
  media_mime: null,
  media_size: null,
  is_voice: false,
  location: null,
  cards: null,
  call: null,
};

/** The columns for inbound content. The text of a call contains its time in `when.timeZone`. */
export function fieldsOf(content: InboundContent, when: { at: Date; timeZone: string }): ContentFields {
  switch (content.type) {
    case 'text':
    case 'choice':
      return { ...plain, body: bodyText(content.body), media_type: 'conversation' };
    case 'media': {
      const { media, as } = content;
      return {
        ...plain,
        body: bodyText(content.caption || (as === 'document' ? (media.filename ?? '') : '')),
        media_type: mediaTypeOf(as),
        media_state: 'pending',
        media_ref: JSON.stringify({ ...media, as }),
        media_name: media.filename,
        media_mime: media.mime,
        media_size: media.size,
        is_voice: as === 'voice',
      };
    }
    case 'location': {
      const { latitude, longitude, name, address, picture } = content;
      const place = { latitude, longitude, name, address };
      return { ...plain, body: locationBody(place), media_type: 'locationMessage', location: JSON.stringify({ ...place, picture }) };
    }
    case 'contacts':
      return {
        ...plain,
        body: cardsBody(content.cards),
        media_type: 'vcard',
        cards: JSON.stringify(content.cards.map(({ name, phones }) => ({ name, phones }))),
      };
    case 'call':
      return { ...plain, body: callBody(content, when.at, when.timeZone), media_type: 'call_log', call: callJson(content) };
    case 'unsupported':
      return { ...plain, body: '', media_type: 'unsupported', media_name: content.what };
  }
}

/** The column `call`. */
export function callJson({ video, outcome }: Call): string {
  return JSON.stringify({ video, outcome });
}
