import type { QueueView } from '@balcao/contract/queues';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { keptOf } from '../../../platform/db/kept.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { findQueueRow, listQueueRows, type QueueRow, shareQueueRow } from './store.ts';
import { queueView } from './view.ts';

/** The queues of the company, in order. */
export function listQueues(ctx: Ctx): Promise<QueueView[]> {
  return reading(ctx, queuesOf);
}

/** One queue; ERR_NO_QUEUE_FOUND. */
export function showQueue(ctx: Ctx, queueId: number): Promise<QueueView> {
  return reading(ctx, (ctx) => getQueue(ctx, queueId));
}

/** All queues of the company, in their order. */
export async function queuesOf(ctx: Reader | Tx): Promise<QueueView[]> {
  return (await listQueueRows(ctx)).map(viewer(ctx));
}

const keptRows = keptOf(listQueueRows);

/** As `queuesOf`, for what is asked with every message: kept in memory. */
export async function keptQueues(ctx: Reader | Tx): Promise<QueueView[]> {
  return (await keptRows(ctx)).map(viewer(ctx));
}

/** One of those; null if it is not there. */
export async function keptQueue(ctx: Reader | Tx, queueId: number): Promise<QueueView | null> {
  const row = (await keptRows(ctx)).find(({ id }) => id === queueId);
  return row ? viewer(ctx)(row) : null;
}

/** Null if there is no such queue. */
export async function findQueue(ctx: Reader | Tx, queueId: number): Promise<QueueView | null> {
  const row = await findQueueRow(ctx, queueId);
  return row && viewer(ctx)(row);
}

/** Throws ERR_NO_QUEUE_FOUND. */
export async function getQueue(ctx: Reader | Tx, queueId: number): Promise<QueueView> {
  const queue = await findQueue(ctx, queueId);
  if (!queue) throw new AppError('ERR_NO_QUEUE_FOUND', { queueId });
  return queue;
}

/** Turns rows into views, with links to files. */
export function viewer(ctx: Reader | Tx): (row: QueueRow) => QueueView {
  const link = mediaLinker(ctx);
  return (row) => queueView(row, link);
}

/** The file that a queue sends after its greeting, as stored; null for none. The queue keeps it until the transaction ends. */
export async function mediaOfQueue(ctx: Tx, queueId: number): Promise<unknown> {
  return (await shareQueueRow(ctx, queueId))?.media ?? null;
}
