// Sends events as long as its process runs, beside the slots of jobs: whoever answers slowly makes nobody wait but themselves. Several
// processes may do it at once; a lease says who has a line.
import { asSystem, mintCompanyId, type PlatformCtx } from '../../../../platform/context.ts';
import { platformTransaction } from '../../../../platform/db/transaction.ts';
import { isDatabaseAway } from '../../../../platform/errors.ts';
import { atOnce } from '../rules.ts';
import { dueWebhooks } from '../store/lines.ts';
import { attempt, type Claim, claimEvents } from './attempt.ts';

/** How often what becomes due is looked for, in ms. */
const usualPause = 400;

/** `stop` resolves when nothing is on its way any more. */
export async function keepDelivering(base: PlatformCtx, lookEveryMs = usualPause): Promise<{ stop(): Promise<void> }> {
  /** By webhook, how many of its events are on their way. */
  const onTheWay = new Map<number, number>();
  const all = new Set<Promise<void>>();
  let stopped = false;
  let looking: Promise<void> | null = null;
  let again = false;

  const begin = (companyId: number, claim: Claim) => {
    const { webhookId } = claim;
    onTheWay.set(webhookId, (onTheWay.get(webhookId) ?? 0) + 1);
    const sent = attempt(asSystem(base, mintCompanyId(companyId)), claim)
      .catch((error: unknown) => base.log.error({ err: error, webhookId }, 'a webhook could not be told'))
      .finally(() => {
        all.delete(sent);
        const left = (onTheWay.get(webhookId) ?? 1) - 1;
        if (left > 0) onTheWay.set(webhookId, left);
        else onTheWay.delete(webhookId);
        look();
      });
    all.add(sent);
  };

  const take = async () => {
    const room = atOnce.all - all.size;
    if (room <= 0) return;
    const full = [...onTheWay].filter(([, count]) => count >= atOnce.webhook).map(([id]) => id);
    const due = await platformTransaction(base, (ctx) => dueWebhooks(ctx, { now: base.now(), except: full, limit: room }));
    for (const { companyId, id, failures } of due) {
      const most = failures > 0 ? atOnce.failing : atOnce.webhook;
      const free = Math.min(most - (onTheWay.get(id) ?? 0), atOnce.all - all.size);
      if (free <= 0 || stopped) continue;
      const claims = await claimEvents(asSystem(base, mintCompanyId(companyId)), id, free);
      for (const claim of claims) begin(companyId, claim);
    }
  };

  const look = () => {
    if (stopped) return;
    again = looking !== null;
    looking ??= take()
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) base.log.error({ err: error }, 'webhooks could not be looked after');
      })
      .finally(() => {
        looking = null;
        if (again) look();
      });
  };

  const timer = setInterval(look, lookEveryMs);
  look();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      await Promise.all(all);
    },
  };
}
