// Our list of templates is a copy of Meta's. It is compared page by page, each page in a job of its own; what a complete comparison did not
// find is removed. In between, webhooks report what changes.
import type { TemplateSync } from '@balcao/contract/templates';
import { z } from 'zod';
import { type templateReported, templatesChanged } from '../../../../events/templates.ts';
import { type ListedTemplate, SendFailure } from '../../../../gateways/whatsapp/port.ts';
import type { Ctx, Outside, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Fact } from '../../../../platform/facts.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { holdConnection } from '../../../company/connections/actions.ts';
import { accountOf, findConnection, getConnection } from '../../../company/connections/reads.ts';
import { removeSync, removeUnseen, saveListed, saveReport, saveSync } from '../store.ts';
import { syncView } from '../view.ts';

type Piece = { connectionId: number; startedAt: string; after: string | null };

export const syncTemplatesJob = defineJob<Piece>({
  name: 'templates.sync',
  lane: 'bulk',
  payload: z.object({ connectionId: z.number(), startedAt: z.string(), after: z.string().nullable() }),
  maxAttempts: 4,
  run: (ctx, piece) => syncPage(ctx, piece),
});

/** Has the templates of a number compared with Meta's list. ERR_NO_WAPP_FOUND, ERR_TEMPLATE_CHANNEL. */
export function syncTemplates(ctx: Ctx | Tx, connectionId: number): Promise<TemplateSync> {
  return transaction(ctx, async (ctx) => {
    const { channel } = await getConnection(ctx, connectionId);
    if (channel !== 'whatsapp_cloud') throw new AppError('ERR_TEMPLATE_CHANNEL');
    const startedAt = ctx.now();
    const row = await saveSync(ctx, connectionId, { startedAt, failure: null });
    await enqueue(ctx, { connectionId, startedAt: startedAt.toISOString(), after: null });
    await ctx.publish(templatesChanged, { connectionId });
    return syncView(row);
  });
}

/** The same if the connection still is there, and a Cloud API number; else does nothing. */
export async function syncIfCloud(ctx: Ctx | Tx, connectionId: number): Promise<void> {
  const connection = await reading(ctx, (ctx) => findConnection(ctx, connectionId));
  if (connection?.channel === 'whatsapp_cloud') await syncTemplates(ctx, connectionId);
}

/** One comparison at a time: one that is asked for meanwhile takes the place of the one that waits. */
function enqueue(ctx: Tx, piece: Piece): Promise<void> {
  const key = String(piece.connectionId);
  return ctx.enqueue(syncTemplatesJob, piece, { key, queue: `templates:${key}` });
}

async function syncPage(ctx: Outside, { connectionId, startedAt, after }: Piece): Promise<void> {
  const connection = await reading(ctx, (ctx) => findConnection(ctx, connectionId));
  if (connection?.channel !== 'whatsapp_cloud') return;
  const account = await reading(ctx, (ctx) => accountOf(ctx, connectionId));
  const channel = ctx.gateways.channel('whatsapp_cloud');
  try {
    const page = await channel.templates?.(account, after);
    if (page) await savePage(ctx, { connectionId, startedAt, after }, page);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    ctx.log.warn({ connectionId, reason: error.reason, detail: error.detail }, 'templates not read');
    await transaction(ctx, async (ctx) => {
      await saveSync(ctx, connectionId, { startedAt: null, failure: error.reason });
      await ctx.publish(templatesChanged, { connectionId });
    });
  }
}

function savePage(ctx: Ctx, piece: Piece, page: { templates: ListedTemplate[]; next: string | null }): Promise<void> {
  const { connectionId, startedAt } = piece;
  return transaction(ctx, async (ctx) => {
    const connection = await holdConnection(ctx, connectionId);
    if (connection?.channel !== 'whatsapp_cloud') return;
    const isNews = await saveListed(ctx, connectionId, page.templates, new Date(startedAt));
    // Cursors that lead in a circle would never end.
    if (isNews && page.next !== null && page.next !== piece.after) return enqueue(ctx, { ...piece, after: page.next });
    await removeUnseen(ctx, connectionId, new Date(startedAt));
    await saveSync(ctx, connectionId, { startedAt: null, syncedAt: ctx.now(), failure: null });
    await ctx.publish(templatesChanged, { connectionId });
  });
}

type Reported = typeof templateReported extends Fact<infer P> ? P : never;

/** Saves what Meta said about a template. A template that we do not know, or that says nothing new, has the list compared. */
export async function saveReported(ctx: Tx, { connectionId, name, language, ...report }: Reported): Promise<void> {
  const known = await saveReport(ctx, connectionId, { name, language }, report, ctx.now());
  const saysNothing = report.status === null && report.quality === null && report.category === null;
  if (known.length === 0 || saysNothing) await syncIfCloud(ctx, connectionId);
  for (const id of known) await ctx.publish(templatesChanged, { connectionId: id });
}

/** The number is no longer one of the Cloud API, or gone: it has no templates. */
export function forgetTemplates(ctx: Ctx, connectionId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const connection = await findConnection(ctx, connectionId);
    if (connection?.channel === 'whatsapp_cloud') return;
    await removeUnseen(ctx, connectionId);
    await removeSync(ctx, connectionId);
    if (connection) await ctx.publish(templatesChanged, { connectionId });
  });
}
