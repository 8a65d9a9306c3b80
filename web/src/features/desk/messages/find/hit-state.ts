import type { MessageHit } from '@balcao/contract/messages';
import { placeId } from '../thread/note-id.ts';

/** Of the way to something found: what the inbox is told so that the conversation opens there, with the search for the text. */
export type HitState = { find: { text: string; messageId: string } };

export function hitState(text: string, { kind, id }: MessageHit): HitState {
  return { find: { text, messageId: placeId(kind, id) } };
}
