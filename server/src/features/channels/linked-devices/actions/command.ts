import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { findDevice, removeKeys, saveCommand } from '../store.ts';

export type Command = 'start' | 'renew' | 'end';

/**
 * Notes what somebody wants of a linked device; whoever runs it, or will, does so: connect it again or link it, link another phone in its
 * place, or take it off the phone. Ending what was never begun does nothing.
 */
export function commandDevice(
  ctx: Ctx | Tx,
  { connectionId, command, pairingNumber }: { connectionId: number; command: Command; pairingNumber: string | null },
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (command === 'end') {
      if (await findDevice(ctx, connectionId)) await saveCommand(ctx, connectionId, { wanted: 'unlink', pairingNumber: null });
      return;
    }
    await saveCommand(ctx, connectionId, { wanted: 'run', pairingNumber });
    if (command === 'renew') await removeKeys(ctx, connectionId);
  });
}
