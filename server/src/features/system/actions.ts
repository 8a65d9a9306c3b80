import type { Tx } from '../../platform/context.ts';
import { type AuditEntry, insertAuditEntry } from './store.ts';

/**
 * Notes who did what, in the transaction that does it. `verb` is a fact's name such as `user.deleted`; `subject` says of which row.
 * Never put a secret into `details`. Without `by` the actor of the context is meant.
 */
export async function audit(ctx: Tx, entry: AuditEntry): Promise<void> {
  const actor = ctx.actor.kind === 'user' ? { id: ctx.actor.id, name: ctx.actor.name } : null;
  await insertAuditEntry(ctx, { ...entry, by: entry.by ?? actor }, ctx.now());
}
