// What the list says of the last message.
const shown = 200;

/** `Ana: Bom dia`; for files without a text, the first one's name. */
export function lastMessageText(senderName: string, message: string, fileNames: readonly string[]): string {
  const said = message.trim().replace(/\s+/g, ' ') || (fileNames[0] ?? '');
  const letters = [...`${senderName}: ${said}`];
  return letters.length > shown ? `${letters.slice(0, shown - 1).join('')}…` : letters.join('');
}

/** Who owns a chat after its owner has gone: the member who has been there longest. Null: nobody is left. */
export function nextOwner(members: readonly { user_id: number; joined_at: Date }[], goneId: number): number | null {
  const [next] = members
    .filter(({ user_id }) => user_id !== goneId)
    .sort((a, b) => a.joined_at.getTime() - b.joined_at.getTime() || a.user_id - b.user_id);
  return next?.user_id ?? null;
}
