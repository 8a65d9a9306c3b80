import { noticeDevicesMax } from '@balcao/contract/notice-rules';
import type { NoticeDeviceView, NoticesView } from '@balcao/contract/notices';
import { noticesChanged } from '../../../../events/notices.ts';
import { isPushAddress, type PushTarget } from '../../../../gateways/push/push.ts';
import { type Ctx, personOf, type Tx } from '../../../../platform/context.ts';
import { platformTransaction, reading, transaction, withinCompany } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { noticesOf, showNotices } from '../reads.ts';
import { saveChoices } from '../store/choices.ts';
import { dropOldest, findDevice, removeAddresses, removeDeviceOfSession, removeDeviceRow, saveDevice } from '../store/devices.ts';
import { deviceView } from '../view.ts';
import { deliverNotice } from './deliver.ts';

/** Chooses what rings for the caller, when, and how it sounds. */
export async function chooseNotices(ctx: Ctx, choices: Parameters<typeof saveChoices>[2]): Promise<NoticesView> {
  const { id } = personOf(ctx.actor);
  await transaction(ctx, async (ctx) => {
    await saveChoices(ctx, id, choices);
    await tellOwner(ctx, id);
  });
  return showNotices(ctx);
}

/**
 * Adds the browser of the caller's session, or gives it its new address. Whoever else was told there is told no more. ERR_PUSH_ADDRESS.
 */
export async function addDevice(ctx: Ctx, target: PushTarget): Promise<NoticeDeviceView> {
  const { id: userId, sessionId } = personOf(ctx.actor);
  if (!isPushAddress(target.endpoint)) throw new AppError('ERR_PUSH_ADDRESS');
  const { companyId, actor: _, ...base } = ctx;
  return platformTransaction(base, async (platform) => {
    await removeAddresses(platform, [target.endpoint], sessionId);
    return withinCompany(platform, companyId, async (ctx) => {
      const id = await saveDevice(ctx, { ...target, user_id: userId, session_id: sessionId, created_at: ctx.now() });
      await dropOldest(ctx, userId, noticeDevicesMax);
      const row = await findDevice(ctx, userId, id);
      if (!row) throw new AppError('ERR_NO_NOTICE_DEVICE_FOUND');
      await tellOwner(ctx, userId);
      return deviceView(row);
    });
  });
}

/** Sends a notice to a device of the caller. ERR_NO_NOTICE_DEVICE_FOUND. */
export function testDevice(ctx: Ctx, id: number): Promise<void> {
  const { id: userId } = personOf(ctx.actor);
  return transaction(ctx, async (ctx) => {
    await mustFind(ctx, userId, id);
    await ctx.enqueue(deliverNotice, { news: { of: 'test', userId }, only: [id] });
  });
}

/** Tells a device of the caller nothing any more. ERR_NO_NOTICE_DEVICE_FOUND. */
export function removeDevice(ctx: Ctx, id: number): Promise<void> {
  const { id: userId } = personOf(ctx.actor);
  return transaction(ctx, async (ctx) => {
    await mustFind(ctx, userId, id);
    await removeDeviceRow(ctx, id);
    await tellOwner(ctx, userId);
  });
}

/** The device of a session that ended is told nothing any more. */
export function forgetDeviceOf(ctx: Tx, sessionId: string): Promise<void> {
  return removeDeviceOfSession(ctx, sessionId);
}

async function mustFind(ctx: Tx, userId: number, id: number): Promise<void> {
  if (!(await findDevice(ctx, userId, id))) throw new AppError('ERR_NO_NOTICE_DEVICE_FOUND');
}

async function tellOwner(ctx: Tx, userId: number): Promise<void> {
  await ctx.publish(noticesChanged, { userId, notices: await reading(ctx, (ctx) => noticesOf(ctx, userId)) });
}
