// Sends events as long as its process runs, beside the slots of jobs: whoever answers slowly makes nobody wait but themselves. Several
// processes may do it at once; a lease says who has a line.
import { asSystem, mintCompanyId, type PlatformCtx } from '../../../../platform/context.ts';
import { platformTransaction } from '../../../../platform/db/transaction.ts';
import { isDatabaseAway } from '../../../../platform/errors.ts';
import { atOnce, deliveryService, roomFor } from '../rules.ts';
import { dueWebhooks } from '../store/lines.ts';
import { attempt, type Claim, claimEvents } from './attempt.ts';

/** How often is looked for what nobody was woken for, in ms. */
const longestPause = 10_000;
/** While something is due that another process may be sending. */
const shortPause = 400;

/** `stop` resolves when nothing is on its way any more. */
export async function keepDelivering(base: PlatformCtx, lookEveryMs = longestPause): Promise<{ stop(): Promise<void> }> {
  /** How many events are on their way, by webhook and by company. */
  const toWebhook = new Map<number, number>();
  const ofCompany = new Map<number, number>();
  const all = new Set<Promise<void>>();
  let stopped = false;
  let looking: Promise<void> | null = null;
  let again = false;

  const begin = (companyId: number, claim: Claim) => {
    const { webhookId } = claim;
    const count = (change: 1 | -1) => {
      add(toWebhook, webhookId, change);
      add(ofCompany, companyId, change);
    };
    count(1);
    const sent = attempt(asSystem(base, mintCompanyId(companyId)), claim)
      .catch((error: unknown) => base.log.error({ err: error, webhookId }, 'a webhook could not be told'))
      .finally(() => {
        all.delete(sent);
        count(-1);
        look();
      });
    all.add(sent);
  };

  /** Resolves with in how many ms to look again. */
  const take = async (): Promise<number> => {
    const room = atOnce.all - all.size;
    if (room <= 0) return lookEveryMs;
    const full = { webhooks: atLeast(toWebhook, atOnce.webhook), companies: atLeast(ofCompany, atOnce.company) };
    const now = base.now();
    const { due, nextAt } = await platformTransaction(base, (ctx) => dueWebhooks(ctx, { now, except: full, limit: room }));
    for (const { companyId, id, failures } of due) {
      const underWay = { all: all.size, company: ofCompany.get(companyId) ?? 0, webhook: toWebhook.get(id) ?? 0 };
      const free = roomFor(underWay, failures);
      if (free <= 0 || stopped) continue;
      const claims = await claimEvents(asSystem(base, mintCompanyId(companyId)), id, free);
      for (const claim of claims) begin(companyId, claim);
    }
    if (due.length > 0) return shortPause;
    return nextAt ? nextAt.getTime() - now.getTime() : lookEveryMs;
  };

  const look = () => {
    if (stopped) return;
    again = looking !== null;
    looking ??= take()
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) base.log.error({ err: error }, 'webhooks could not be looked after');
        return shortPause;
      })
      .then((ms) => {
        looking = null;
        if (again) return look();
        clearTimeout(timer);
        if (!stopped) timer = setTimeout(look, Math.min(ms, lookEveryMs));
      });
  };

  let timer: NodeJS.Timeout | undefined;
  const forget = base.hub.waker.onService(deliveryService, look);
  look();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      forget();
      await looking;
      await Promise.all(all);
    },
  };
}

function add(counts: Map<number, number>, id: number, change: 1 | -1): void {
  const now = (counts.get(id) ?? 0) + change;
  if (now > 0) counts.set(id, now);
  else counts.delete(id);
}

function atLeast(counts: ReadonlyMap<number, number>, most: number): number[] {
  return [...counts].filter(([, count]) => count >= most).map(([id]) => id);
}
