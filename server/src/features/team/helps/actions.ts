import type { HelpView } from '@balcao/contract/helps';
import { helpChanged, helpCreated, helpDeleted } from '../../../events/helps.ts';
import type { Base } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { mustBeThere } from './reads.ts';
import { insertHelp, removeHelp, saveHelp } from './store.ts';
import { helpView } from './view.ts';

export type HelpInput = { title: string; description: string; video: string };

/** Adds a video. */
export function createHelp(ctx: Base, input: HelpInput): Promise<HelpView> {
  return platformTransaction(ctx, async (ctx) => {
    const at = ctx.now();
    const record = helpView(await insertHelp(ctx, { ...input, created_at: at, updated_at: at }));
    ctx.publish(helpCreated, { record });
    return record;
  });
}

/** Changes the given fields. ERR_NO_HELP_FOUND. */
export function updateHelp(ctx: Base, id: number, input: { [K in keyof HelpInput]?: string | undefined }): Promise<HelpView> {
  return platformTransaction(ctx, async (ctx) => {
    const record = helpView(mustBeThere(await saveHelp(ctx, id, { ...input, updated_at: ctx.now() })));
    ctx.publish(helpChanged, { record });
    return record;
  });
}

/** Removes a video. ERR_NO_HELP_FOUND. */
export function deleteHelp(ctx: Base, id: number): Promise<void> {
  return platformTransaction(ctx, async (ctx) => {
    if (!(await removeHelp(ctx, id))) throw new AppError('ERR_NO_HELP_FOUND');
    ctx.publish(helpDeleted, { id });
  });
}
