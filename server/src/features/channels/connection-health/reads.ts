import type { ConnectionHealthView } from '@balcao/contract/connection-health';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { getConnection } from '../../company/connections/reads.ts';
import { settingOf } from '../../company/settings/reads.ts';
import { type Judgement, judge } from './rules.ts';
import { findHealth, latestGaps, latestStatuses, trafficToday } from './store.ts';
import { healthView, limitsOf } from './view.ts';

const gapsShown = 50;
const statusesShown = 100;

/** The health of a number, its gaps and its statuses. Throws ERR_NO_WAPP_FOUND. */
export function showConnectionHealth(ctx: Ctx, connectionId: number): Promise<ConnectionHealthView> {
  return reading(ctx, async (ctx) => {
    const connection = await getConnection(ctx, connectionId);
    return healthView(
      {
        health: await findHealth(ctx, connectionId),
        restricted: connection.status_reason === 'restricted',
        traffic: await trafficToday(ctx, connectionId, { now: ctx.now(), timeZone: await settingOf(ctx, 'timeZone') }),
        gaps: await latestGaps(ctx, connectionId, gapsShown),
        statuses: await latestStatuses(ctx, connectionId, statusesShown),
      },
      ctx.now(),
    );
  });
}

/** How a number is doing now. Reads the messages of the day, so do not ask before each message. Throws ERR_NO_WAPP_FOUND. */
export async function judgeNumber(ctx: Reader | Tx, connectionId: number): Promise<Judgement> {
  const connection = await getConnection(ctx, connectionId);
  const traffic = await trafficToday(ctx, connectionId, { now: ctx.now(), timeZone: await settingOf(ctx, 'timeZone') });
  return judge(
    {
      ...limitsOf(await findHealth(ctx, connectionId)),
      restricted: connection.status_reason === 'restricted',
      newChatsToday: traffic.newChats,
      sentToday: traffic.sent,
      failures: traffic.failures,
    },
    ctx.now(),
  );
}
