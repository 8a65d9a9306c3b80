// What a person has begun to write, kept on the server for all their devices.
import { z } from 'zod';
import * as c from './common.ts';
import { draftKinds } from './draft-rules.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { messageBodyMax } from './message-rules.ts';

export const draftView = z.object({
  ticketId: z.number(),
  kind: z.enum(draftKinds),
  /** Empty once it was sent or deleted. */
  text: z.string(),
  /** When it was typed. A later one replaces an earlier one, whichever came first. */
  at: c.instant,
});
export type DraftView = z.output<typeof draftView>;
c.named.add(draftView, { id: 'Draft' });

export const draftEndpoints = {
  listDrafts: endpoint({
    route: 'GET /v1/drafts',
    access: 'user',
    summary:
      'What the caller has begun to write, and what they sent or deleted in the last days (with an empty text); the latest 500, up to 256 kB of text.',
    answer: z.array(draftView),
  }),
  saveDraft: endpoint({
    route: 'PUT /v1/tickets/:ticketId/drafts/:draftKind',
    access: 'user',
    summary:
      'Keeps what the caller has begun to write in a conversation, a message or a note. Answers the later one, if the server has it. An empty text deletes the draft, also where the conversation is out of sight by now.',
    params: z.object({ ticketId: c.id, draftKind: z.enum(draftKinds) }),
    body: z.object({ text: c.text(messageBodyMax), at: z.iso.datetime() }),
    answer: draftView,
  }),
};

export const draftEvents = {
  draft: event({ channel: 'draft', heardBy: 'The person who writes it, on all their devices.', payload: draftView }),
};
