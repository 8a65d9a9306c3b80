// What the bots of other makers answer, in one form for all of them.
import type { IntegrationReason } from '@balcao/contract/integration-rules';
import { storableText } from '@balcao/contract/storable-text';

/** Something to tell the customer. */
export type Bubble =
  | { type: 'text'; text: string }
  | { type: 'file'; as: 'image' | 'video' | 'audio' | 'document'; url: string; name: string | null; caption: string };

/** What the bot wants done with the conversation. `stop`: people go on with it where it is. */
export type BotAction = { do: 'transfer'; queueId: number | null; userId: number | null } | { do: 'close' } | { do: 'stop' };

export type BotAnswer = {
  bubbles: Bubble[];
  /** What the customer may choose from, as the provider wants it back. */
  choices: string[];
  action: BotAction | null;
  /** The provider's name for the conversation; null if it has none, or it is over. */
  session: string | null;
  status: number;
  /** The answer as it came, shortened. */
  raw: string;
};

/** A call had no answer that can be used. `message`: what the provider said of it. `again`: it may succeed later. */
export class BotFailure extends Error {
  constructor(
    readonly reason: IntegrationReason,
    detail: string,
    readonly again: boolean,
    readonly status: number | null = null,
    readonly raw = '',
  ) {
    super(storableText(detail, 500));
  }
}

export const bubblesMax = 20;
export const textMax = 4_096;
const rawMax = 4_000;

/** For the log. */
export function shortened(body: Buffer | string): string {
  const text = body.toString();
  return storableText(text, rawMax) + (text.length > rawMax ? '…' : '');
}

/** Text for a customer, unless there is none. */
export function textBubbles(text: string): Bubble[] {
  const shown = storableText(text, textMax);
  return shown.trim() === '' ? [] : [{ type: 'text', text: shown }];
}
