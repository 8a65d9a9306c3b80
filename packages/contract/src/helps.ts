// Videos that explain the product, the same for all companies.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { helpLimits, videoCode } from './help-rules.ts';

export const helpView = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  /** The code of the video at YouTube. */
  video: z.string(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type HelpView = z.output<typeof helpView>;
c.named.add(helpView, { id: 'Help' });

const fields = {
  title: c.name(helpLimits.titleMin, helpLimits.titleMax),
  description: c.name(helpLimits.descriptionMin, helpLimits.descriptionMax),
  /** The code of the video, or its address at YouTube. */
  video: c.text(300).transform((text, ctx) => {
    const video = videoCode(text);
    if (video !== null) return video;
    ctx.addIssue({ code: 'custom', message: 'no video' });
    return z.NEVER;
  }),
};
const helpId = z.object({ helpId: c.id });

export const helpEndpoints = {
  listHelps: endpoint({
    route: 'GET /helps',
    access: 'user',
    summary: 'The videos by title, 20 a page; searched by title.',
    query: z.object(c.page),
    answer: z.object({ records: z.array(helpView), count: z.number(), hasMore: z.boolean() }),
  }),
  listAllHelps: endpoint({
    route: 'GET /helps/list',
    access: 'user',
    summary: 'The videos by title; at most 500.',
    answer: z.array(helpView),
  }),
  showHelp: endpoint({
    route: 'GET /helps/:helpId',
    access: 'super',
    summary: 'One video.',
    params: helpId,
    answer: helpView,
  }),
  createHelp: endpoint({
    route: 'POST /helps',
    access: 'super',
    summary: 'Adds a video.',
    body: z.object(fields),
    answer: helpView,
  }),
  updateHelp: endpoint({
    route: 'PUT /helps/:helpId',
    access: 'super',
    summary: 'Changes a video.',
    params: helpId,
    body: z.object(fields).partial(),
    answer: helpView,
  }),
  deleteHelp: endpoint({
    route: 'DELETE /helps/:helpId',
    access: 'super',
    summary: 'Removes a video.',
    params: helpId,
    answer: c.message,
  }),
};

export const helpEvents = {
  help: event({
    channel: 'company-help',
    global: true,
    heardBy: 'Everybody in every company.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), record: helpView }),
      z.object({ action: z.literal('delete'), id: z.number() }),
    ]),
  }),
};
