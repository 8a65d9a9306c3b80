// What tells a person that something happened: the sound, the notice on the desktop and the push to a device.
import type { Placed } from './ticket-rules.ts';

/**
 * `mine`: a customer wrote in a conversation of the person; `waiting`: in one that waits; `handed`: a colleague transferred a conversation
 * to the person; `mention`: a note or a message of an internal chat with the person's name; `chat`: one without it; `announcement`: of the operators.
 */
export const noticeKinds = ['mine', 'waiting', 'handed', 'mention', 'chat', 'announcement'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What it sounds like. */
export const noticeTones = ['bell', 'chime', 'drop', 'knock', 'none'] as const;
export type NoticeTone = (typeof noticeTones)[number];

/** The tones that a person chose: of kinds, and of queues by their id, which come before the kind's. */
export type ChosenTones = { kinds: Partial<Record<NoticeKind, NoticeTone>>; queues: Record<string, NoticeTone> };

/** What news sound like for a person. */
export function toneOf({ kinds, queues }: ChosenTones, kind: NoticeKind, queueId: number | null): NoticeTone {
  return (queueId === null ? undefined : queues[String(queueId)]) ?? kinds[kind] ?? 'bell';
}

/** Every day from one time to another, which may be on the next day; `HH:MM`. */
export type QuietHours = { from: string; to: string };

/** Is it within the quiet hours, by the clock of the company? */
export function isQuiet(quiet: QuietHours | null, at: Date, timeZone: string): boolean {
  if (!quiet || quiet.from === quiet.to) return false;
  const now = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
  const { from, to } = quiet;
  return from < to ? from <= now && now < to : now >= from || now < to;
}

/** How many devices of one person are told; another one takes the place of the oldest. */
export const noticeDevicesMax = 10;

/**
 * What a customer's message in this ticket is for somebody who may see it; null where it tells them nothing. Waiting conversations are
 * for those who see all tickets, groups for nobody.
 */
export function messageNoticeOf(
  person: { id: number; allTicket: boolean },
  ticket: Pick<Placed, 'status' | 'userId'> & { isGroup: boolean },
): 'mine' | 'waiting' | null {
  if (ticket.isGroup) return null;
  if (ticket.status === 'open' && ticket.userId === person.id) return 'mine';
  return ticket.status === 'pending' && person.allTicket ? 'waiting' : null;
}

/** What a message of an internal chat is for one of its members; null for the sender. */
export function chatNoticeOf(userId: number, message: { senderId: number; mentions: readonly number[] }): 'mention' | 'chat' | null {
  if (message.senderId === userId) return null;
  return message.mentions.includes(userId) ? 'mention' : 'chat';
}
