// What a notice says, to whom, and when to try again.
import type { PayloadOf } from '@balcao/contract';
import type { MediaType } from '@balcao/contract/message-rules';
import { chatNoticeOf, messageNoticeOf, type NoticeKind } from '@balcao/contract/notice-rules';
import { canSee, type Placed, type Viewer } from '@balcao/contract/ticket-rules';
import type { Broadcast } from '../../../platform/facts.ts';

/** `quiet`: nothing tells them at this hour. */
export type Person = Viewer & { silent: readonly NoticeKind[]; quiet: boolean };

/** What the service worker of the app is given; it makes the sentence, in the person's language. */
export type Notice = {
  kind: NoticeKind | 'test';
  /** The contact, the title of the chat or of the announcement. */
  name: string;
  /** Who transferred or wrote; left out where a rule assigned the conversation. */
  by?: string;
  text?: string;
  media?: MediaType;
  /** The conversation in which an answer is written from the notice itself. */
  ticketId?: number;
  /** The page that it opens. */
  path: string;
  /** A later notice with the same one takes its place. */
  tag: string;
};

/** A notice for some people. `kindFor`: as what it reaches this person; null: not at all. `userIds`: who comes into question; null: anybody. */
export type Telling = { notice: Omit<Notice, 'kind'>; userIds: number[] | null; kindFor(person: Person): Notice['kind'] | null };

type Ticket = Placed & { id: number; uuid: string; isGroup: boolean; name: string };

/** `mutedBy`: who does not want to hear of this ticket. */
export function messageTelling(ticket: Ticket & { text: string; media: MediaType; mutedBy?: readonly number[] }): Telling {
  return {
    notice: { ...ticketNotice(ticket), ticketId: ticket.id, text: shorten(ticket.text, textMax), media: ticket.media },
    userIds: ticket.status === 'open' ? idsOf(ticket.userId) : null,
    kindFor: (person) =>
      canSee(person, ticket) && !ticket.mutedBy?.includes(person.id) ? unlessSilent(person, messageNoticeOf(person, ticket)) : null,
  };
}

export function handedTelling(ticket: Ticket, userId: number, by: string): Telling {
  return {
    notice: { ...ticketNotice(ticket), ...(by === '' ? {} : { by }) },
    userIds: ticket.userId === userId ? [userId] : [],
    kindFor: (person) => (canSee(person, ticket) ? unlessSilent(person, 'handed') : null),
  };
}

/** A note that calls somebody by name. */
export function mentionTelling(ticket: Ticket & { text: string }, userId: number, by: string): Telling {
  return {
    notice: { ...ticketNotice(ticket), by, text: shorten(ticket.text, textMax) },
    userIds: [userId],
    kindFor: (person) => (canSee(person, ticket) ? unlessSilent(person, 'mention') : null),
  };
}

type ChatMessage = {
  id: number;
  uuid: string;
  title: string;
  lastMessage: string;
  senderId: number;
  sender: string;
  mentions: number[];
  memberIds: number[];
};

export function chatTelling(news: ChatMessage): Telling {
  const { id, uuid, title, lastMessage, sender, memberIds } = news;
  return {
    notice: { name: title, by: sender, text: shorten(lastMessage, textMax), path: `/chats/${uuid}`, tag: `chat${id}` },
    userIds: memberIds,
    kindFor: (person) => (memberIds.includes(person.id) ? unlessSilent(person, chatNoticeOf(person.id, news)) : null),
  };
}

export function announcementTelling(id: number, { title, text }: { title: string; text: string }): Telling {
  return {
    notice: { name: title, text: shorten(text, textMax), path: '/', tag: `announcement${id}` },
    userIds: null,
    kindFor: (person) => unlessSilent(person, 'announcement'),
  };
}

export function testTelling(userId: number): Telling {
  return { notice: { name: '', path: '/', tag: 'test' }, userIds: [userId], kindFor: () => 'test' };
}

const textMax = 300;

/** Cut between letters, at most so many of them. */
function shorten(text: string, max: number): string {
  const letters = [...text];
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : text;
}

function ticketNotice({ id, uuid, name }: Ticket): Omit<Notice, 'kind'> {
  return { name: shorten(name, 100), path: `/tickets/${uuid}`, tag: `ticket${id}` };
}

function idsOf(userId: number | null): number[] {
  return userId === null ? [] : [userId];
}

function unlessSilent(person: Person, kind: NoticeKind | null): NoticeKind | null {
  return kind !== null && !person.quiet && !person.silent.includes(kind) ? kind : null;
}

/** What a job of notices is about. */
export type NoticeNews =
  | { of: 'message'; ticketId: number; messageId: number }
  | { of: 'handed'; ticketId: number; userId: number; by: string }
  | { of: 'chat'; chatId: number; messageId: number }
  | { of: 'called'; ticketId: number; pingId: number; userId: number };

const toldOf = ['appMessage', 'ticketHanded', 'chat', 'ping'] as const;
type Told = { [K in (typeof toldOf)[number]]: { event: K; payload: PayloadOf<K>; rooms: Broadcast['rooms'] } }[(typeof toldOf)[number]];

/** What the devices of a company are told when its browsers are told this; null: nothing. */
export function newsIn(told: Told | { event: string }): NoticeNews | null {
  if (!isToldOf(told)) return null;
  if (told.event === 'ticketHanded') {
    const { ticket, by } = told.payload;
    return ticket.userId === null ? null : { of: 'handed', ticketId: ticket.id, userId: ticket.userId, by: by?.name ?? '' };
  }
  if (told.event === 'chat') {
    const { payload } = told;
    return payload.action === 'new-message' ? { of: 'chat', chatId: payload.chat.id, messageId: payload.newMessage.id } : null;
  }
  if (told.event === 'ping') {
    const { payload, rooms } = told;
    // What asks for a person goes to their room alone.
    const userId = rooms.flatMap((room) => (room.to === 'user' ? [room.userId] : []))[0];
    if (payload.action !== 'create' || payload.ping.kind !== 'mention' || userId === undefined) return null;
    return { of: 'called', ticketId: payload.ping.ticketId, pingId: payload.ping.id, userId };
  }
  const { action, message, ticket } = told.payload;
  // Those who may not read it yet are told apart from the others, of the same message.
  if (!told.rooms.some(({ to }) => to === 'admins')) return null;
  if (action !== 'create' || message.fromMe || message.read || ticket.isGroup || ticket.status === 'closed') return null;
  return { of: 'message', ticketId: ticket.id, messageId: Number(message.id) };
}

function isToldOf(told: Told | { event: string }): told is Told {
  return toldOf.some((event) => event === told.event);
}

/** Of two that wait to be sent, only the later about the same thing is. */
export function keyOf(news: NoticeNews): string {
  if (news.of === 'chat') return `chat${news.chatId}`;
  return news.of === 'called' ? `called${news.pingId}` : `${news.of}${news.ticketId}`;
}

const pauses = [30_000, 5 * 60_000, 30 * 60_000];

/** How long to wait before trying again, in ms, after so many failures; null: no more. */
export function pauseAfter(failures: number): number | null {
  return pauses[failures - 1] ?? null;
}
