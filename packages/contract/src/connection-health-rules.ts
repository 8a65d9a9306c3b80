/** The health of a number. `paused`: we begin no conversations for a while; `restricted`: the provider forbids it, or to answer. */
export const healthLevels = ['good', 'watch', 'paused', 'restricted'] as const;
export type HealthLevel = (typeof healthLevels)[number];

/** Why a number is not healthy; each is translated. */
export const healthReasons = [
  /** The provider lets the number begin no conversations until a date. */
  'restricted',
  /** The provider lets the number answer nobody until a date. */
  'answers_restricted',
  /** All conversations that the provider allows to begin are used up. */
  'limit_reached',
  /** The provider refused a new conversation; we pause before the next one. */
  'refused',
  /** Eight of ten allowed new conversations are used up. */
  'limit_near',
  /** Many of today's messages failed. */
  'failures',
  /** Several customers have blocked the number. */
  'blocks',
  /** Many conversations with people who never wrote were begun today. */
  'many_new_chats',
] as const;
export type HealthReason = (typeof healthReasons)[number];

/** `open`: the connection is away; `checking`: it is back and missed messages are being fetched; `closed`: that is finished. */
export const gapStates = ['open', 'checking', 'closed'] as const;
export type GapState = (typeof gapStates)[number];

/** Days for which the provider keeps undelivered messages. */
export const providerKeepsDays = 14;

/** `failReason` of a message that is held back because its number may not begin conversations now. */
export const heldBack = 'new_chats_held';
/** `failReason` of an answer that is held back because its number may not answer now. */
export const answersHeldBack = 'answers_held';
