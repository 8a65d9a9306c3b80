// Inbound files are fetched after the message is stored, so that a slow file never delays a text.
import { type MediaKind, mediaMaxBytes } from '@balcao/contract/media-rules';
import { z } from 'zod';
import { mediaKey } from '../../../../../gateways/files/storage.ts';
import { type MediaRef, SendFailure } from '../../../../../gateways/whatsapp/port.ts';
import type { Ctx, Outside, Tx } from '../../../../../platform/context.ts';
import { reading, transaction } from '../../../../../platform/db/transaction.ts';
import { defineJob } from '../../../../../platform/jobs/define.ts';
import { accountOf, findConnection } from '../../../../company/connections/reads.ts';
import { owning, removeFilesOf } from '../../../../company/system/actions.ts';
import { findMessage, saveMessage } from '../../store/messages.ts';
import { keysOf, storeFile } from '../out/store-file.ts';
import { announceChanged } from '../thread/announce.ts';

export const fetchMediaJob = defineJob({
  name: 'messages.fetchMedia',
  lane: 'media',
  payload: z.object({ messageId: z.number() }),
  maxAttempts: 8,
  mayBeCutOff: true,
  run: (ctx, { messageId }) => fetchMedia(ctx, messageId),
});

/** Fetches the file of a message after the running transaction has committed. */
export function fetchSoon(ctx: Tx, messageId: number): Promise<void> {
  return ctx.enqueue(fetchMediaJob, { messageId }, { key: String(messageId) });
}

/** Fetches the file of a message, stores it with its preview and announces it. If the file is gone for good, marks it as failed. */
export async function fetchMedia(ctx: Outside, messageId: number): Promise<void> {
  const found = await reading(ctx, async (ctx) => {
    const message = await findMessage(ctx, messageId);
    if (message?.media_state !== 'pending') return null;
    const connection = await findConnection(ctx, message.connection_id);
    return { message, from: connection && { channel: connection.channel, account: await accountOf(ctx, connection.id) } };
  });
  if (!found) return;
  const { message, from } = found;
  const ref = message.media_ref as MediaRef & { as: MediaKind };
  try {
    if (!from) throw new SendFailure('refused', 'connection_down', 'the connection was removed');
    const bytes = await ctx.gateways.channel(from.channel).fetchMedia(from.account, ref, mediaMaxBytes[ref.as]);
    const file = await storeFile(ctx, bytes, {
      as: ref.as,
      filename: ref.filename,
      mime: ref.mime,
      key: (extension) => mediaKey(ctx.companyId, extension),
    });
    await owning(ctx, keysOf(file), () => settle(ctx, messageId, { ...file, media_state: 'ready' }));
  } catch (error) {
    if (!(error instanceof SendFailure) || error.outcome === 'retry') throw error;
    ctx.log.warn({ messageId, reason: error.reason }, 'file of a message cannot be had');
    await settle(ctx, messageId, { media_state: 'failed' });
  }
}

function settle(ctx: Ctx, messageId: number, change: Parameters<typeof saveMessage>[2]): Promise<unknown> {
  return transaction(ctx, async (ctx) => {
    await removeFilesOf(ctx, 'messages', { id: messageId });
    await saveMessage(ctx, messageId, change, ctx.now());
    return announceChanged(ctx, messageId);
  });
}
