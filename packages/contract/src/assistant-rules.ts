// Assistants: what answers customers of unattended conversations by itself, with the help of a third party.

/** Why an assistant could not answer, as the conversation tells people. */
export const assistantFailures = [
  /** The provider refuses the key. */
  'key',
  /** The account with the provider has nothing left to spend. */
  'quota',
  /** The provider does not have the model, or not any more. */
  'model',
  /** The company's tokens of the month are spent. */
  'budget',
  /** The conversation or the instructions are too long for the model. */
  'length',
  /** It gave no text; reasoning models need more tokens. */
  'empty',
  /** It asks to slow down. */
  'busy',
  /** It did not answer in time. */
  'timeout',
  /** There is no server at the address, or its certificate is not valid. */
  'unreachable',
  /** The address is private, or leads to a private one. */
  'address',
  /** It refused the request for another reason. */
  'refused',
  /** It failed itself. */
  'provider',
  /** Its answer could not be understood, or was too large. */
  'answer',
  /** The voice message could not be heard. */
  'audio',
] as const;
export type AssistantFailure = (typeof assistantFailures)[number];

/**
 * Why an assistant no longer answers in a conversation: it handed over, its answer would have given away its instructions, it said it was
 * done, or it seems to talk to another machine.
 */
export const assistantSilences = ['handed', 'withheld', 'stopped', 'loop'] as const;
export type AssistantSilence = (typeof assistantSilences)[number];

/** Answers that one contact gets from assistants within an hour. Whoever hears more is probably a machine too. */
export const answersPerHour = 30;
