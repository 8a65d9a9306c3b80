// What a message becomes when it is forwarded. Pure.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { accept, refuse, type Verdict } from '@balcao/contract/errors';
import { carriesCaption, channelTakes, kindForChannel } from '@balcao/contract/media-rules';
import type { MessageRow } from '../view.ts';
import { mediaTypeOf } from './content.ts';

/** The columns of a copy; JSON is text. */
export type Forwarded = {
  body: string;
  media_type: MessageRow['media_type'];
  media_state?: 'ready';
  location?: string;
  cards?: string;
} & Partial<
  Pick<MessageRow, 'media_name' | 'thumb_key' | 'playable_key' | 'width' | 'height' | 'duration' | 'is_voice'> & {
    media_key: string;
    media_mime: string;
    media_size: number;
    waveform: string | null;
  }
>;

/**
 * The copy of a message for a channel: its text, place, cards or file. A template goes as its text. Refuses with ERR_CANNOT_FORWARD what is
 * deleted or has no content (yet), and with ERR_MEDIA_TYPE a file that the channel does not take.
 */
export function forwardedPart(message: MessageRow, channel: ConnectionChannel): Verdict<Forwarded> {
  const { id, body, media_type: type, media_key: key, media_mime: mime, media_size: size } = message;
  const cannot = refuse('ERR_CANNOT_FORWARD', { messageId: String(id) });
  if (message.is_deleted || message.call || type === 'unsupported') return cannot;
  if (message.location) {
    const { picture: _, ...place } = message.location;
    return accept({ body, media_type: type, location: JSON.stringify(place) });
  }
  if (message.cards) return accept({ body, media_type: type, cards: JSON.stringify(message.cards) });
  if (message.media_state !== 'none' || key !== null) {
    if (message.media_state !== 'ready' || key === null || mime === null || size === null) return cannot;
    const sticker = type === 'sticker' && channelTakes(channel, 'sticker', mime, size);
    const as = sticker ? 'sticker' : kindForChannel(channel, mime, size);
    if (as === null) return refuse('ERR_MEDIA_TYPE', { messageId: String(id) });
    const { media_name, thumb_key, playable_key, width, height, duration, is_voice } = message;
    return accept({
      ...{ media_key: key, media_mime: mime, media_size: size, media_name, thumb_key, playable_key, width, height, duration },
      waveform: message.waveform && JSON.stringify(message.waveform),
      is_voice: is_voice && as === 'audio',
      body: carriesCaption[as] ? body : '',
      media_type: mediaTypeOf(as),
      media_state: 'ready',
    });
  }
  return body.trim() === '' ? cannot : accept({ body, media_type: 'conversation' });
}
