// What asks a person to look at a conversation.

/**
 * `mention`: a note calls them by name; `handed`: a colleague gave them the conversation. In a conversation that they follow, `note`: somebody
 * wrote a note; `closed`, `reopened`, `transferred`: it moved.
 */
export const pingKinds = ['mention', 'handed', 'note', 'closed', 'reopened', 'transferred'] as const;
export type PingKind = (typeof pingKinds)[number];

/** So many are shown. */
export const pingsMax = 100;
/** Seen ones are kept for so long. */
export const seenPingsLastMs = 30 * 86_400_000;

/** How many people may follow one conversation. */
export const followersMax = 50;
/** How many people one note may call. */
export const mentionsMax = 20;
