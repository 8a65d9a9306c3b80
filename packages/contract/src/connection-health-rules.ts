/** How a number is doing. `paused`: we begin no conversations for a while; `restricted`: the provider forbids it. */
export const healthLevels = ['good', 'watch', 'paused', 'restricted'] as const;
export type HealthLevel = (typeof healthLevels)[number];

/** Why a number is not doing well; each has a sentence in every language. */
export const healthReasons = [
  /** The provider lets the number begin no conversations until a date. */
  'restricted',
  /** The conversations that the provider allows to begin are used up. */
  'limit_reached',
  /** Beginning a conversation was refused; we wait before the next one. */
  'refused',
  /** Eight of ten conversations that may be begun are used up. */
  'limit_near',
  /** Many of today's messages did not go out. */
  'failures',
  /** Several customers have blocked the number. */
  'blocks',
  /** Many conversations with people who never wrote were begun today. */
  'many_new_chats',
] as const;
export type HealthReason = (typeof healthReasons)[number];

/** `open`: the connection is away; `checking`: it is back and what was missed is being fetched; `closed`: that is done. */
export const gapStates = ['open', 'checking', 'closed'] as const;
export type GapState = (typeof gapStates)[number];

/** Days for which the provider keeps what could not be delivered. */
export const providerKeepsDays = 14;

/** `failReason` of a message that waits because its number may not begin conversations now. */
export const heldBack = 'new_chats_held';
