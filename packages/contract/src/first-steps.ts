import { z } from 'zod';
import * as c from './common.ts';
import { connectionChannels, connectionStatuses } from './connection-rules.ts';
import { endpoint } from './endpoint.ts';

export const firstStepsView = z.object({
  /** The number to begin with: a connected one if there is any, else the newest. */
  connection: z
    .object({ id: z.number(), name: z.string(), channel: z.enum(connectionChannels), status: z.enum(connectionStatuses) })
    .nullable(),
  /** How many people can sign in. */
  users: z.number(),
  /** The names of the queues, in order. */
  queues: z.array(z.string()),
  /** The conversation that has waited longest for a first answer. */
  waiting: z.object({ uuid: z.string(), contactName: z.string(), lastMessage: z.string() }).nullable(),
  /** The first time a person answered a customer, and how long the customer had waited. */
  answered: z.object({ at: c.instant, seconds: z.number() }).nullable(),
});
export type FirstStepsView = z.output<typeof firstStepsView>;
c.named.add(firstStepsView, { id: 'FirstSteps' });

export const firstStepsEndpoints = {
  showFirstSteps: endpoint({
    route: 'GET /v1/first-steps',
    access: 'admin',
    summary:
      'How far a new company has come: number, people, queues, first answer. The setting `firstSteps` says if it still wants to know.',
    answer: firstStepsView,
  }),
};
