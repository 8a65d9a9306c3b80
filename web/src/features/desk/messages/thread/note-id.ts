// Messages and notes stand in one conversation, each with an id of its own kind: that of a note is told from that of a message.
const prefix = 'note-';

/** The id under which a note, or a message, stands in a conversation. */
export function placeId(kind: string, id: string | number): string {
  return kind === 'note' ? `${prefix}${id}` : String(id);
}

export function isNoteId(id: string): boolean {
  return id.startsWith(prefix);
}
