// A conversation as rows: days, ticket boundaries, the unread line, runs of one author, albums. Pure.
import type { MessageView } from '@balcao/contract/messages';
import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { TicketMove, TicketView } from '@balcao/contract/tickets';
import type { PendingMessage } from '../../../../data/messages/pending.ts';

/** A message of the thread; `pending` while it is on its way to the server. */
export type Entry = { key: string; message: MessageView; pending: PendingMessage | null };

export type ThreadRow =
  | { kind: 'day'; key: string; at: string }
  /** `number`: null if it is not known. */
  | { kind: 'started' | 'ended'; key: string; number: number | null; at: string }
  /** `number`: of its ticket, where that is another one than the row before told of. */
  | { kind: 'move'; key: string; move: TicketMove; number: number | null }
  | { kind: 'note'; key: string; note: TicketNoteView }
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
  /** What happened to the tickets, oldest first; undefined while it loads. */
  moves: readonly TicketMove[] | undefined;
  /** What the team noted, oldest first. */
  notes?: readonly TicketNoteView[] | undefined;
  /** The ticket that is shown. */
  ticket: Pick<TicketView, 'id' | 'number' | 'status'>;
};

/** What is told between the messages. */
type Told = { at: string; move?: TicketMove; note?: TicketNoteView };

const albumGapMs = 120_000;

/** The messages of pages in newest-first order, oldest first. Duplicates on two pages are left out. */
export function messagesOf(pages: readonly { messages: readonly MessageView[] }[]): MessageView[] {
  const seen = new Set<string>();
  return pages.toReversed().flatMap(({ messages }) => messages.filter(({ id }) => !seen.has(id) && seen.add(id)));
}

export function threadRows({ entries, complete, unread, moves, notes = [], ticket }: RowsInput): ThreadRow[] {
  const rows: ThreadRow[] = [];
  const numbers = new Map([[ticket.id, ticket.number], ...(moves ?? []).map((move) => [move.ticketId, move.ticketNumber] as const)]);
  /** Imported conversations ended without anybody closing them. */
  const endsUntold = (ticketId: number) =>
    moves !== undefined && !moves.some((move) => move.ticketId === ticketId && move.kind === 'closed');
  // Those from before the first message belong to pages that are not loaded.
  const since = complete ? '' : (entries[0]?.message.createdAt ?? '');
  const told: Told[] = [
    ...(moves ?? []).map((move) => ({ at: move.at, move })),
    ...notes.filter(({ kind }) => kind === 'written').map((note) => ({ at: note.createdAt, note })),
  ];
  const left = told.filter(({ at }) => at >= since).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  let shownDay = '';
  let shownTicket: number | null = null;
  const tellDay = (ticketId: number, at: string) => {
    if (dayOf(at) === shownDay) return;
    shownDay = dayOf(at);
    rows.push({ kind: 'day', key: `day ${ticketId} ${shownDay}`, at });
  };
  const tellMoves = (until: string | null) => {
    while (left[0] && (until === null || left[0].at <= until)) {
      const [{ move, note } = {}] = left.splice(0, 1);
      if (note) {
        tellDay(note.ticketId, note.createdAt);
        rows.push({ kind: 'note', key: `note ${note.id}`, note });
        shownTicket = note.ticketId;
      }
      if (!move) continue;
      tellDay(move.ticketId, move.at);
      rows.push({ kind: 'move', key: `move ${move.id}`, move, number: move.ticketId === shownTicket ? null : move.ticketNumber });
      shownTicket = move.ticketId;
    }
  };
  let before: MessageView | null = null;
  for (let at = 0; at < entries.length; ) {
    const entry = entries[at] as Entry;
    const { message } = entry;
    const sameTicket = before?.ticketId === message.ticketId;
    const toldUntil = rows.length;
    tellMoves(message.createdAt);
    const interrupted = rows.length > toldUntil;
    if (before && !sameTicket && endsUntold(before.ticketId)) rows.push(boundary('ended', before, `${message.id}`));
    const newDay = shownDay !== dayOf(message.createdAt);
    tellDay(message.ticketId, message.createdAt);
    if (before ? !sameTicket : complete) rows.push(boundary('started', message, `${message.id}`));
    const isFirstUnread = unread?.id === message.id;
    if (isFirstUnread) rows.push({ kind: 'unread', key: 'unread', count: unread.count });
    const first = newDay || interrupted || !sameTicket || isFirstUnread || !before || speakerOf(before) !== speakerOf(message);
    const album = albumAt(entries, at, unread?.id, left[0]?.at);
    if (album.length > 1) rows.push({ kind: 'album', key: entry.key, entries: album, first });
    else rows.push({ kind: 'message', key: entry.key, entry, first });
    at += album.length;
    before = (entries[at - 1] as Entry).message;
    shownTicket = before.ticketId;
  }
  tellMoves(null);
  if (before && ticket.status === 'closed' && ticket.id === before.ticketId && endsUntold(ticket.id))
    rows.push(boundary('ended', before, ''));
  return rows;

  function boundary(kind: 'started' | 'ended', { ticketId, createdAt }: MessageView, key: string): ThreadRow {
    return { kind, key: `${kind} ${ticketId} ${key}`, number: numbers.get(ticketId) ?? null, at: createdAt };
  }
}

/** The pictures that form an album: one author, in a row, without text between. At least the entry itself. */
function albumAt(entries: readonly Entry[], start: number, unreadId: string | undefined, until: string | undefined): Entry[] {
  const first = entries[start] as Entry;
  if (!isAlbumPicture(first)) return [first];
  const album = [first];
  for (const entry of entries.slice(start + 1)) {
    const last = (album.at(-1) as Entry).message;
    const close = new Date(entry.message.createdAt).getTime() - new Date(last.createdAt).getTime() < albumGapMs;
    const together =
      close && speakerOf(last) === speakerOf(entry.message) && last.ticketId === entry.message.ticketId && entry.message.id !== unreadId;
    if (!together || (until !== undefined && entry.message.createdAt >= until) || !isAlbumPicture(entry)) break;
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
    transcript: null,
    location: null,
    cards: null,
    call: null,
    template: null,
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
