import { ticketNoteCreated } from '../../../events/ticket-notes.ts';
import { ticketChanged, ticketHanded } from '../../../events/tickets.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { ping, pingFollowers, pingReceiver } from './actions/ping.ts';
import { movePing } from './rules.ts';

export const pingReactions = [
  reactionWithin(
    ticketNoteCreated,
    'pings.ofNote',
    ({ ticketNote: { id, ticketId, userId, kind, mentions } }) =>
      kind === 'written' ? { noteId: id, text: '', ticketId, byUserId: userId, called: mentions.map((user) => user.id) } : null,
    async (ctx, { called, ...note }) => {
      const others = called.filter((id) => id !== note.byUserId);
      await ping(ctx, { ...note, kind: 'mention' }, others);
      await pingFollowers(ctx, { ...note, kind: 'note' }, others);
    },
  ),
  reactionWithin(
    ticketHanded,
    'pings.ofHanded',
    // What a rule assigns is the daily work: it is in their list.
    ({ ticketId, userId, placed, by, note }) => by && { ticketId, userId, placed, byUserId: by.id, note },
    (ctx, handed) => pingReceiver(ctx, handed),
    (ctx, handed) => pingReceiver(ctx, { ...handed, placed: null }),
  ),
  reactionWithin(
    ticketChanged,
    'pings.ofMove',
    ({ before, ticket, moved, followed, byUserId }) => {
      const kind = moved && followed ? movePing(before, ticket) : null;
      return kind && { ticketId: ticket.id, kind, byUserId, receiverId: ticket.userId };
    },
    async (ctx, { receiverId, ...moved }) =>
      // Whoever received it is told so.
      pingFollowers(ctx, { ...moved, noteId: null, text: '' }, moved.kind === 'transferred' && receiverId !== null ? [receiverId] : []),
  ),
];
