import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { carriesCaption, kindForChannel } from '@balcao/contract/media-rules';
import { mediaTypeOf } from '../../rules/content.ts';
import type { Part } from './queue-message.ts';

/** A stored file, and what stands below it. */
export type CaptionedFile = { media_key: string; media_name: string; media_mime: string; media_size: number; caption: string };

/** Files as messages, each with its caption. A kind that can have none is sent without; those that the channel does not take are left out. */
export function partsOfFiles(channel: ConnectionChannel, files: readonly CaptionedFile[]): (Part & { takesCaption: boolean })[] {
  return files.flatMap(({ caption, ...file }) => {
    const as = kindForChannel(channel, file.media_mime, file.media_size);
    if (!as) return [];
    const takesCaption = carriesCaption[as];
    const body = (takesCaption ? caption : '') || (as === 'document' ? file.media_name : '');
    return [{ ...file, body, media_type: mediaTypeOf(as), media_state: 'ready' as const, takesCaption }];
  });
}
