import { z } from 'zod';
import type { Tx } from '../../../platform/context.ts';
import { defineJob } from '../../../platform/jobs/define.ts';
import { type AuditEntry, insertAuditEntry } from './store.ts';

/**
 * Records who did what, in the transaction that does it. `verb` is a fact's name such as `user.deleted`; `subject` is the row.
 * Never put a secret into `details`. `by` defaults to the actor of the context.
 */
export async function audit(ctx: Tx, entry: AuditEntry): Promise<void> {
  const actor = ctx.actor.kind === 'user' ? { id: ctx.actor.id, name: ctx.actor.name } : null;
  await insertAuditEntry(ctx, { ...entry, by: entry.by ?? actor }, ctx.now());
}

export const removeFilesJob = defineJob({
  name: 'system.removeFiles',
  payload: z.object({ keys: z.array(z.string()) }),
  async run({ gateways }, { keys }) {
    for (const key of keys) await gateways.files.delete(key);
  },
});

/** How many files one job removes. */
const filesAtOnce = 500;

/** Removes stored files after the running transaction has committed. */
export async function removeFilesLater(ctx: Tx, keys: readonly (string | null)[]): Promise<void> {
  const known = keys.filter((key) => key !== null);
  for (let i = 0; i < known.length; i += filesAtOnce) await ctx.enqueue(removeFilesJob, { keys: known.slice(i, i + filesAtOnce) });
}
