import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { keepService } from '../rules.ts';
import { findDevice, removeKeys, saveCommand } from '../store.ts';

export type Command = 'start' | 'renew' | 'end';

/**
 * Saves a command for a linked device. The process that runs it, or the next one, carries it out: connect or link it again, link another
 * phone in its place, or unlink it. Ending a device that was never started does nothing.
 */
export function commandDevice(
  ctx: Ctx | Tx,
  { connectionId, command, pairingNumber }: { connectionId: number; command: Command; pairingNumber: string | null },
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    ctx.wake(keepService);
    if (command === 'end') {
      if (await findDevice(ctx, connectionId)) await saveCommand(ctx, connectionId, { wanted: 'unlink', pairingNumber: null });
      return;
    }
    await saveCommand(ctx, connectionId, { wanted: 'run', pairingNumber });
    if (command === 'renew') await removeKeys(ctx, connectionId);
  });
}
