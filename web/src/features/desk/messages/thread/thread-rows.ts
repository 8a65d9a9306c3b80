// A conversation as rows: days, ticket boundaries, the unread line, runs of one author, albums. Pure.
import type { MessageView } from '@balcao/contract/messages';
import type { PendingMessage } from '../../../../data/messages/pending.ts';

/** A message of the thread; `pending` while it is on its way to the server. */
export type Entry = { key: string; message: MessageView; pending: PendingMessage | null };

export type ThreadRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'started' | 'ended'; key: string; ticketId: number; at: string }
  | { kind: 'unread'; key: string; count: number }
  /** `first`: the first message of a run by one author. */
  | { kind: 'message'; key: string; entry: Entry; first: boolean }
  | { kind: 'album'; key: string; entries: Entry[]; first: boolean };

export type RowsInput = {
  /** Oldest first. */
  entries: readonly Entry[];
  /** There is nothing older to load. */
  complete: boolean;
  /** The first message that was unread when the thread was opened, and how many there were. */
  unread: { id: string; count: number } | null;
  /** Which ticket is closed, if the one shown is. */
  closedTicketId: number | null;
};

const albumGapMs = 120_000;

/** The messages of pages in newest-first order, oldest first. Duplicates on two pages are left out. */
export function messagesOf(pages: readonly { messages: readonly MessageView[] }[]): MessageView[] {
  const seen = new Set<string>();
  return pages.toReversed().flatMap(({ messages }) => messages.filter(({ id }) => !seen.has(id) && seen.add(id)));
}

export function threadRows({ entries, complete, unread, closedTicketId }: RowsInput): ThreadRow[] {
  const rows: ThreadRow[] = [];
  let before: MessageView | null = null;
  for (let at = 0; at < entries.length; ) {
    const entry = entries[at] as Entry;
    const { message } = entry;
    const sameTicket = before?.ticketId === message.ticketId;
    if (before && !sameTicket)
      rows.push({ kind: 'ended', key: `ended ${before.ticketId} ${message.id}`, ticketId: before.ticketId, at: before.createdAt });
    const newDay = !before || dayOf(before.createdAt) !== dayOf(message.createdAt);
    if (newDay) rows.push({ kind: 'day', key: `day ${message.ticketId} ${dayOf(message.createdAt)}`, at: message.createdAt });
    if (before ? !sameTicket : complete)
      rows.push({ kind: 'started', key: `started ${message.ticketId} ${message.id}`, ticketId: message.ticketId, at: message.createdAt });
    const isFirstUnread = unread?.id === message.id;
    if (isFirstUnread) rows.push({ kind: 'unread', key: 'unread', count: unread.count });
    const first = newDay || !sameTicket || isFirstUnread || !before || speakerOf(before) !== speakerOf(message);
    const album = albumAt(entries, at, unread?.id);
    if (album.length > 1) rows.push({ kind: 'album', key: entry.key, entries: album, first });
    else rows.push({ kind: 'message', key: entry.key, entry, first });
    at += album.length;
    before = (entries[at - 1] as Entry).message;
  }
  if (before && closedTicketId === before.ticketId)
    rows.push({ kind: 'ended', key: `ended ${closedTicketId}`, ticketId: closedTicketId, at: before.createdAt });
  return rows;
}

/** The pictures that form an album: one author, in a row, without text between. At least the entry itself. */
function albumAt(entries: readonly Entry[], start: number, unreadId: string | undefined): Entry[] {
  const first = entries[start] as Entry;
  if (!isAlbumPicture(first)) return [first];
  const album = [first];
  for (const entry of entries.slice(start + 1)) {
    const last = (album.at(-1) as Entry).message;
    const close = new Date(entry.message.createdAt).getTime() - new Date(last.createdAt).getTime() < albumGapMs;
    const together =
      close && speakerOf(last) === speakerOf(entry.message) && last.ticketId === entry.message.ticketId && entry.message.id !== unreadId;
    if (!together || !isAlbumPicture(entry)) break;
    album.push(entry);
  }
  return album.length >= 2 ? album : [first];
}

function isAlbumPicture({ message, pending }: Entry): boolean {
  const { mediaType, mediaState, body, mediaName, isDeleted, quotedMsgId, state, reactions } = message;
  const captioned = body !== '' && body !== mediaName;
  return (
    mediaType === 'image' &&
    !pending &&
    mediaState === 'ready' &&
    !captioned &&
    !isDeleted &&
    !quotedMsgId &&
    state !== 'failed' &&
    reactions.length === 0
  );
}

function speakerOf({ fromMe, participant, participantName, user }: MessageView): string {
  return fromMe ? `me ${user?.id ?? ''}` : `them ${participant ?? participantName ?? ''}`;
}

/** The day in the reader's time zone. */
function dayOf(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

/** A pending message as the message it will become. */
export function entryOfPending(pending: PendingMessage, contactId: number, author: { id: number; name: string }): Entry {
  const kind = pending.file?.kind;
  const message: MessageView = {
    id: pending.key,
    ticketId: pending.ticketId,
    contactId,
    body: pending.body,
    fromMe: true,
    read: true,
    ack: 0,
    state: pending.state === 'failed' ? 'failed' : 'queued',
    failReason: null,
    waitsUntil: null,
    mediaType: !kind ? 'conversation' : kind === 'document' ? 'application' : kind === 'voice' ? 'audio' : kind,
    mediaUrl: pending.file?.previewUrl ?? null,
    mediaPath: null,
    mediaName: pending.file?.name ?? null,
    mediaMime: pending.file?.blob.type ?? null,
    mediaSize: pending.file?.blob.size ?? null,
    mediaState: kind ? 'ready' : 'none',
    thumbUrl: null,
    playableUrl: null,
    width: pending.file?.size?.width ?? null,
    height: pending.file?.size?.height ?? null,
    duration: pending.file?.seconds ?? null,
    waveform: null,
    isVoice: kind === 'voice',
    location: null,
    cards: null,
    call: null,
    placeholder: null,
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    edits: [],
    reactions: [],
    quotedMsgId: pending.quoted?.id ?? null,
    participant: null,
    participantName: null,
    mentions: [],
    contact: null,
    user: author,
    clientKey: pending.key,
    createdAt: pending.createdAt,
    updatedAt: pending.createdAt,
    quotedMsg: pending.quoted,
  };
  return { key: pending.key, message, pending };
}
