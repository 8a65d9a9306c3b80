// Who looks at a conversation and who writes in it, this moment. Nothing of it is kept.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { presenceStates, toldPerMinute } from './presence-rules.ts';

export const presenceEndpoints = {
  tellPresence: endpoint({
    route: 'POST /v1/tickets/:ticketId/presence',
    access: 'user',
    personPerMinute: toldPerMinute,
    summary:
      'Tells colleagues that the caller looks at a conversation, writes in it, or has left it. To be repeated while it lasts; `arrived` asks those who are there to say so.',
    params: z.object({ ticketId: c.id }),
    body: z.object({ state: z.enum(presenceStates), arrived: c.flag.default(false) }),
    answer: z.object({}),
  }),
};

export const presenceEvents = {
  presence: event({
    channel: 'presence',
    heardBy: 'Those who may see the ticket. Clients drop it after some seconds unless it is repeated.',
    payload: z.object({
      ticketId: z.number(),
      user: z.object({ id: z.number(), name: z.string() }),
      state: z.enum(presenceStates),
      arrived: z.boolean(),
    }),
  }),
};
