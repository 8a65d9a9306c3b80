import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { quickMessageChanged, quickMessageCreated, quickMessageDeleted } from '../../../events/quick-messages.ts';
import { onlyFile, storeUpload } from '../../../gateways/files/upload.ts';
import { type Ctx, type Outside, personOf, type Tx } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { AppError, refusingDuplicates } from '../../../platform/errors.ts';
import type { Upload } from '../../../platform/http/routes.ts';
import { holdQueue } from '../../company/queues/actions.ts';
import { owning, removeFilesLater, removeFilesOf } from '../../company/system/actions.ts';
import { mayChange } from './access.ts';
import { mustSee, viewer } from './reads.ts';
import {
  findQuickMessage,
  insertQuickMessage,
  lockOfQueue,
  lockPrivateOf,
  lockQuickMessage,
  type QuickMessageRow,
  removeQuickMessage,
  saveQuickMessage,
} from './store.ts';

export type QuickMessageInput = {
  shortcode: string;
  message?: string | undefined;
  geral?: boolean | null | undefined;
  status?: boolean | null | undefined;
  queueId?: number | null | undefined;
};

const taken = { quick_messages_shortcode: 'ERR_SHORTCODE_ALREADY_EXISTS' } as const;

/** Adds a quick message of the caller. ERR_SHORTCODE_ALREADY_EXISTS if they already have one with this shortcode; ERR_NO_QUEUE_FOUND. */
export function createQuickMessage(ctx: Ctx, input: QuickMessageInput): Promise<QuickMessageView> {
  return refusingDuplicates(taken, () =>
    transaction(ctx, async (ctx) => {
      const { id: userId } = personOf(ctx.actor);
      if (input.queueId) await holdQueue(ctx, input.queueId);
      const at = ctx.now();
      const row = await insertQuickMessage(ctx, {
        user_id: userId,
        shortcode: input.shortcode,
        message: input.message ?? '',
        shared: input.geral ?? false,
        active: input.status ?? true,
        queue_id: input.queueId ?? null,
        created_at: at,
        updated_at: at,
      });
      const record = viewer(ctx)(row);
      await ctx.publish(quickMessageCreated, { record });
      return record;
    }),
  );
}

/** Changes the given fields; the author stays. ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION, ERR_SHORTCODE_ALREADY_EXISTS, ERR_NO_QUEUE_FOUND. */
export function updateQuickMessage(ctx: Ctx, id: number, input: Partial<QuickMessageInput>): Promise<QuickMessageView> {
  return refusingDuplicates(taken, () =>
    transaction(ctx, async (ctx) => {
      const before = await lockChangeable(ctx, id);
      if (input.queueId) await holdQueue(ctx, input.queueId);
      return announce(ctx, before, {
        queue_id: input.queueId,
        shortcode: input.shortcode,
        message: input.message,
        shared: input.geral ?? undefined,
        active: input.status ?? undefined,
      });
    }),
  );
}

/** Removes a quick message and its file. ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION. */
export function deleteQuickMessage(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await lockChangeable(ctx, id);
    await removeQuickMessage(ctx, id);
    await removeFilesLater(ctx, [row.media_key]);
    await ctx.publish(quickMessageDeleted, { id, userId: row.user_id, shared: row.shared });
  });
}

/** Sets the file of a quick message and replaces the one it has. ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION. */
export async function attachFile(ctx: Outside, id: number, files: Upload[]): Promise<QuickMessageView> {
  await reading(ctx, async (ctx) => mustChange(ctx, await findQuickMessage(ctx, id)));
  const stored = await storeUpload(ctx, onlyFile(files, 'file'));
  return owning(ctx, [stored.key], () =>
    transaction(ctx, async (ctx) => {
      const before = await lockChangeable(ctx, id);
      await removeFilesLater(ctx, [before.media_key]);
      return announce(ctx, before, { media_key: stored.key, media_name: stored.name, media_mime: stored.mime });
    }),
  );
}

/** Removes the file. ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION. */
export function detachFile(ctx: Ctx, id: number): Promise<QuickMessageView> {
  return transaction(ctx, async (ctx) => {
    const before = await lockChangeable(ctx, id);
    await removeFilesLater(ctx, [before.media_key]);
    return announce(ctx, before, { media_key: null, media_name: null, media_mime: null });
  });
}

/** Removes what only a deleted user could use: their quick messages that are not shared, with files. */
export function removePrivateOf(ctx: Ctx | Tx, userId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const ids = await lockPrivateOf(ctx, userId);
    if (ids.length === 0) return;
    await removeFilesOf(ctx, 'quick_messages', { id: ids });
    for (const id of ids) await removeQuickMessage(ctx, id);
  });
}

/** Those of a queue that is gone are offered everywhere again. */
export function leaveQueue(ctx: Ctx | Tx, queueId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    for (const before of await lockOfQueue(ctx, queueId)) await announce(ctx, before, { queue_id: null });
  });
}

async function lockChangeable(ctx: Tx, id: number): Promise<QuickMessageRow> {
  return mustChange(ctx, await lockQuickMessage(ctx, id));
}

function mustChange({ actor }: Pick<Ctx, 'actor'>, found: QuickMessageRow | null): QuickMessageRow {
  const row = mustSee(actor, found);
  if (!mayChange(actor, row)) throw new AppError('ERR_NO_PERMISSION');
  return row;
}

async function announce(ctx: Tx, before: QuickMessageRow, change: Parameters<typeof saveQuickMessage>[2]): Promise<QuickMessageView> {
  const record = viewer(ctx)(await saveQuickMessage(ctx, before.id, { ...change, updated_at: ctx.now() }));
  await ctx.publish(quickMessageChanged, { record, wasShared: before.shared });
  return record;
}
