// Drafts: of two copies, the one that was typed later counts. Pure.

export const draftKinds = ['message', 'note'] as const;
export type DraftKind = (typeof draftKinds)[number];

/** For so long it is remembered that a draft was sent or deleted, so that a device that was away does not bring it back. */
export const emptyDraftsLastMs = 7 * 86_400_000;

/** Does `later` replace `held`? Of two from the same moment, the one that is there stays. */
export function replaces(held: { at: string } | null | undefined, later: { at: string }): boolean {
  return !held || new Date(later.at).getTime() > new Date(held.at).getTime();
}
