import type { AssistantFailure } from '@balcao/contract/assistant-rules';

/** A provider of language models did not do what was asked. `message` is for the log and names no secret. */
export class ModelFailure extends Error {
  constructor(
    readonly reason: AssistantFailure,
    /** Whether the same call may succeed later. */
    readonly again: boolean,
    detail: string,
    /** How long the provider wants to be left alone, in ms; 0: it did not say. */
    readonly retryAfterMs = 0,
    /** What the call cost all the same; null where nothing was counted. */
    readonly usage: { promptTokens: number; completionTokens: number } | null = null,
  ) {
    super(detail);
  }
}
