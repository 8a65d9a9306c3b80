// How often a browser says that somebody is there, and how long others believe it.

export const presenceStates = ['viewing', 'typing', 'away'] as const;
export type PresenceState = (typeof presenceStates)[number];

/** Repeated so often while the conversation is open. */
export const presenceEveryMs = 20_000;
/** Believed for so long without a repeat. */
export const presenceLastsMs = 45_000;
/** After so long without a key, a person no longer writes. */
export const writingLastsMs = 8_000;

/** How often in a minute a person may tell where they are, or that they type: more often than anybody goes from one conversation to the next. */
export const toldPerMinute = 600;
