// Devices are told of what browsers are told of, after the same commit, so that who may hear is decided once. Like the news of browsers it is
// best effort: a process that dies in between tells nobody. A company without devices costs a look every now and then, and no job.
import type { CompanyId, PlatformCtx } from '../../../../platform/context.ts';
import { asSystem } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { Broadcast } from '../../../../platform/facts.ts';
import { anyDevice } from '../reads.ts';
import { keyOf, type NoticeNews, newsIn } from '../rules.ts';
import { deliverNotice } from './deliver.ts';

/** For so long another process of the server may not know that a company has its first device. */
const knownForMs = 15_000;

/** Call with each broadcast after its commit. */
export type NoticeWatch = { hear(companyId: CompanyId | null, broadcast: Broadcast): void };

export function createNoticeWatch(base: PlatformCtx): NoticeWatch {
  const known = new Map<CompanyId, { any: Promise<boolean>; until: number }>();
  const hasAny = (companyId: CompanyId) => {
    const at = base.now().getTime();
    const found = known.get(companyId);
    if (found && found.until > at) return found.any;
    const any = anyDevice(asSystem(base, companyId));
    known.set(companyId, { any, until: at + knownForMs });
    any.catch(() => known.delete(companyId));
    return any;
  };
  const tell = async (companyId: CompanyId, news: NoticeNews) => {
    if (!(await hasAny(companyId))) return;
    await transaction(asSystem(base, companyId), (ctx) => ctx.enqueue(deliverNotice, { news }, { key: keyOf(news) }));
  };
  return {
    hear(companyId, broadcast) {
      if (companyId === null) return;
      if (broadcast.event === 'notices') known.delete(companyId);
      const news = newsIn(broadcast);
      if (news) tell(companyId, news).catch((error) => base.log.warn({ err: error }, 'devices were not told'));
    },
  };
}
