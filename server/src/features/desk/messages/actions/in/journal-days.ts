import type { PlatformCtx, PlatformTx } from '../../../../../platform/context.ts';
import { platformTransaction } from '../../../../../platform/db/transaction.ts';
import { isLockTimeout } from '../../../../../platform/errors.ts';
import {
  addJournalDay,
  daysWithKeys,
  dropJournalDay,
  emptyJournalRest,
  holdJournalDays,
  type JournalTable,
  journalDays,
  journalTables,
} from '../../store/journal-days.ts';

/** Days that are there ahead of time, so that a server that nobody looks after for a while needs no other place. */
const daysAhead = 3;
/** Facts that come in wait as long as this at most, while the tables change. */
const lockMs = 1_000;
const tries = 3;
const dayMs = 86_400_000;

/**
 * Adds the coming days to the journal and drops those that are past what is kept, each in a transaction of its own. Repeating it changes
 * nothing. What finds the tables busy is left for the next time, and said in the log.
 */
export async function keepJournalDays(ctx: PlatformCtx): Promise<void> {
  const now = ctx.now().toISOString();
  const coming = Array.from({ length: daysAhead + 1 }, (_, i) => dayBefore(now, -i));
  const lastKept = await lastKeptByFacts(ctx, dayBefore(now, 0));
  for (const table of journalTables) {
    const there = await platformTransaction(ctx, (tx) => journalDays(tx, table));
    const kept = keptDays(ctx, table);
    const oldest = dayBefore(now, kept);
    const oldestByFacts = lastKept && dayBefore(lastKept, kept - ctx.journal.days);
    for (const each of coming) if (!there.includes(each)) await brief(ctx, (tx) => addJournalDay(tx, table, each));
    for (const each of there) if (each < oldest) await brief(ctx, (tx) => dropJournalDay(tx, table, each, oldestByFacts));
    if (oldestByFacts) await brief(ctx, (tx) => emptyJournalRest(tx, table, oldestByFacts));
  }
}

/**
 * The oldest of as many days with facts as are kept, up to `today`; null if there are fewer. A clock that runs ahead makes no such days, so what
 * they hold is not lost before it is set right.
 */
async function lastKeptByFacts(ctx: PlatformCtx, today: string): Promise<string | null> {
  const days = await platformTransaction(ctx, daysWithKeys);
  return days.filter((day) => day <= today).at(-1 - ctx.journal.days) ?? null;
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
}

/** Facts that failed stay longer: the operator may want to look at them. */
function keptDays({ journal }: PlatformCtx, table: JournalTable): number {
  return table === 'inbound_keys' ? journal.days : journal.failedDays;
}

async function brief(ctx: PlatformCtx, change: (tx: PlatformTx) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await platformTransaction(ctx, async (tx) => {
        await holdJournalDays(tx, lockMs);
        await change(tx);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === tries) return ctx.log.warn({ err: error }, 'the journal was too busy to change its days');
    }
  }
}
