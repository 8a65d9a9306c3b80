// AI assistants: what their form begins with, and what it suggests.

/** Takes the place of a secret that is set. */
export const secretMask = '••••';

/** Answers are written. Any other value of the field is a voice of the provider. */
export const writtenAnswers = 'texto';

export const defaults = {
  model: 'gpt-3.5-turbo-1106',
  maxTokens: 100,
  temperature: 1,
  maxMessages: 10,
  voice: writtenAnswers,
  voiceModel: 'gpt-4o-mini-tts',
  transcriptionModel: 'whisper-1',
} as const;

/** Models to choose from; any other name can be typed. Providers take models away, so none is the only one. */
export const suggestedModels = ['gpt-3.5-turbo-1106', 'gpt-4o-mini', 'gpt-6-luna', 'gpt-6-sol', 'gpt-5.4-mini', 'gpt-5.4-nano'] as const;
export const suggestedTranscriptionModels = ['whisper-1', 'gpt-4o-mini-transcribe', 'gpt-transcribe'] as const;
export const suggestedVoices = [writtenAnswers, 'alloy', 'ash', 'coral', 'echo', 'nova', 'onyx', 'sage', 'shimmer'] as const;

/** Does a change of the address need the key again? Otherwise whoever may change the form could have the key sent to a server of theirs. */
export function needsKeyAgain(before: string | null, after: string | null): boolean {
  return originOf(before) !== originOf(after);
}

function originOf(baseUrl: string | null): string | null {
  return baseUrl === null ? null : new URL(baseUrl).origin;
}

/** Does this text in the field of a secret keep the one that is set? */
export function keepsSecret(text: string | undefined): boolean {
  return text === undefined || text.trim() === '' || text === secretMask;
}
