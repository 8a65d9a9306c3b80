// The health of a number: what it may do, when it was away, and what was missed.
import { z } from 'zod';
import * as c from './common.ts';
import { gapStates, healthLevels, healthReasons } from './connection-health-rules.ts';
import { connectionStatuses } from './connection-rules.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

const meterView = z.object({
  level: z.enum(healthLevels),
  /** 0 to 100; 100 is best. */
  score: z.number().int().min(0).max(100),
  /** The most serious first; empty if all is well. */
  why: z.array(z.enum(healthReasons)),
  /** Conversations begun today with people who never wrote to this number. Days are those of the company's time zone. */
  newChatsToday: z.number(),
  /** How many conversations the provider allows until the limit resets; null if it reported no limit. */
  newChatsLimit: z.number().nullable(),
  sentToday: z.number(),
  failedToday: z.number(),
  /** Until when the provider forbids new conversations. */
  restrictedUntil: c.instant.nullable(),
  /** Until when the provider forbids answers to those who wrote. */
  answersRestrictedUntil: c.instant.nullable(),
  /** Until when messages that begin conversations are held back, for whatever reason. */
  pausedUntil: c.instant.nullable(),
});

export const gapView = z.object({
  id: z.number(),
  from: c.instant,
  to: c.instant.nullable(),
  /** Why the connection was away. */
  reason: z.string().nullable(),
  /** Messages of that time that came in afterwards. */
  recovered: z.number(),
  /** How many of those came without their content. */
  undecryptable: z.number(),
  /** Messages may be missing for good: the gap was longer than the provider keeps messages, or fetching never ended. */
  incomplete: z.boolean(),
  state: z.enum(gapStates),
  /** When the messages were last counted. */
  checkedAt: c.instant.nullable(),
});
export type GapView = z.output<typeof gapView>;

export const connectionHealthView = z.object({
  meter: meterView,
  /** The latest 50, newest first. */
  gaps: z.array(gapView),
  /** The latest 100 changes of status, newest first. */
  timeline: z.array(z.object({ id: z.number(), at: c.instant, status: z.enum(connectionStatuses), reason: z.string().nullable() })),
});
export type ConnectionHealthView = z.output<typeof connectionHealthView>;

const connectionId = z.object({ whatsappId: c.id });

export const connectionHealthEndpoints = {
  showConnectionHealth: endpoint({
    route: 'GET /v1/connections/:whatsappId/health',
    access: 'admin',
    summary: 'The health of a number, when it was away and what was missed, and its statuses.',
    params: connectionId,
    answer: connectionHealthView,
  }),
  resumeNewChats: endpoint({
    route: 'POST /v1/connections/:whatsappId/resume',
    access: 'admin',
    summary: 'Lets the number begin conversations again before its pause is over. A restriction of the provider stays.',
    params: connectionId,
    answer: connectionHealthView,
  }),
  recheckGap: endpoint({
    route: 'POST /v1/connections/:whatsappId/gaps/:gapId/recheck',
    access: 'admin',
    summary: 'Counts again the messages recovered in a gap, and asks the phone for missing ones.',
    params: connectionId.extend({ gapId: c.id }),
    answer: connectionHealthView,
  }),
};

export const connectionHealthEvents = {
  connectionHealth: event({
    channel: 'connection-health',
    heardBy: 'Admins.',
    payload: z.object({ action: z.literal('update'), whatsappId: z.number() }),
  }),
};
