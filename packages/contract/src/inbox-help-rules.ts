// Help of a language model for people in the inbox: what may be asked for, and how much is sent.

/** What people may ask for. `transcribe`: the words of a voice message; `translate`: what a customer wrote, in another language. */
export const helpTasks = ['summary', 'reply', 'rewrite', 'translate', 'transcribe'] as const;
export type HelpTask = (typeof helpTasks)[number];

/** How a text is rewritten. `translate`: into a language. */
export const rewriteStyles = ['shorter', 'friendlier', 'formal', 'translate'] as const;
export type RewriteStyle = (typeof rewriteStyles)[number];

/** Languages into which is translated. */
export const helpLanguages = ['pt', 'en', 'es'] as const;
export type HelpLanguage = (typeof helpLanguages)[number];
/** `contact`: the one in which the customer writes. */
export const rewriteLanguages = [...helpLanguages, 'contact'] as const;
export type RewriteLanguage = (typeof rewriteLanguages)[number];

/** How many of the latest messages of a ticket are sent at most, and of the customer's for their language. */
export const helpMessages = { summary: 60, reply: 20, language: 3 } as const;

/** The letters of one message that are sent, and of all of them. */
export const helpLetters = { message: 2_000, all: 24_000 } as const;

/** The longest text that is rewritten or translated, in letters. */
export const helpTextMax = 8_000;

/** How often one person may ask in a minute. */
export const helpPerMinute = 20;

export const helpDefaults = { model: 'gpt-4o-mini', transcriptionModel: 'whisper-1' } as const;
