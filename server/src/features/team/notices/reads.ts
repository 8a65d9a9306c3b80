import type { PayloadOf } from '@balcao/contract';
import type { NoticesView } from '@balcao/contract/notices';
import { pushKeys } from '../../../gateways/push/push.ts';
import { type Ctx, personOf, type Reader, type Tx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { findChoices } from './store/choices.ts';
import { hasDevice, listDevices } from './store/devices.ts';
import { deviceView } from './view.ts';

/** What rings for the caller, and their devices. */
export function showNotices(ctx: Ctx): Promise<NoticesView> {
  const { id } = personOf(ctx.actor);
  return reading(ctx, async (ctx) => ({ ...(await noticesOf(ctx, id)), publicKey: pushKeys(ctx.secrets).publicKey }));
}

/** The same without what is of the installation. */
export async function noticesOf(ctx: Reader | Tx, userId: number): Promise<PayloadOf<'notices'>> {
  const devices = await listDevices(ctx, userId, ctx.now());
  return { ...(await findChoices(ctx, userId)), devices: devices.map(deviceView) };
}

/** Has the company any device that is told? */
export function anyDevice(ctx: Ctx): Promise<boolean> {
  return reading(ctx, hasDevice);
}
