// The numbers of a list are looked up in the background, a few at a time and with pauses: WhatsApp restricts numbers that ask too much.
import { z } from 'zod';
import type { Outside, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { lookUp } from '../../../desk/contacts/actions/check-number.ts';
import { giveUpChecking, markKnown, saveChecked, unchecked } from '../store/checking.ts';
import { lockList } from '../store/lists.ts';
import { announceList } from './announce-list.ts';

const knownAtOnce = 5_000;
const numbersAtOnce = 20;
const restMs = 1_000;
/** While nobody can be asked: again after this time, for a day. */
const laterMs = 5 * 60_000;
const roundsMax = 288;

export const checkJob = defineJob({
  name: 'contactLists.check',
  lane: 'bulk',
  payload: z.object({ listId: z.number(), round: z.number() }),
  run: (ctx, payload) => checkNumbers(ctx, payload),
});

/** Looks up what was not looked up yet; call it in the transaction that adds it. */
export function checkSoon(ctx: Tx, listId: number, { round = 0, inMs = 0 } = {}): Promise<void> {
  return ctx.enqueue(checkJob, { listId, round }, { key: String(listId), inMs });
}

/** Looks up the next numbers of a list, and adds the job for the others. A list that is gone needs nothing. */
async function checkNumbers(ctx: Outside, { listId, round }: { listId: number; round: number }): Promise<void> {
  const known = await transaction(ctx, async (ctx) => {
    if (!(await lockList(ctx, listId))) return 0;
    const marked = await markKnown(ctx, listId, ctx.now(), knownAtOnce);
    if (marked > 0) await announceList(ctx, listId, { items: true });
    if (marked === knownAtOnce) await checkSoon(ctx, listId);
    return marked;
  });
  if (known === knownAtOnce) return;
  const next = await reading(ctx, (ctx) => unchecked(ctx, listId, numbersAtOnce));
  const found: { id: number; number: string; validity: 'valid' | 'invalid' }[] = [];
  let silence: 'unverifiable' | 'later' | null = null;
  for (const { id, number } of next) {
    const answer = await lookUp(ctx, number);
    if (answer === 'unverifiable' || answer === 'later') {
      silence = answer;
      break;
    }
    found.push({ id, number, validity: answer });
  }
  if (next.length === 0) return;
  await transaction(ctx, async (ctx) => {
    if (!(await lockList(ctx, listId))) return;
    if (found.length > 0) await saveChecked(ctx, found, ctx.now());
    const givenUp = silence === 'unverifiable' ? await giveUpChecking(ctx, listId, ctx.now(), knownAtOnce) : 0;
    if (found.length + givenUp > 0) await announceList(ctx, listId, { items: true });
    const more = silence === 'unverifiable' ? givenUp === knownAtOnce : next.length === numbersAtOnce;
    if (silence === 'later') {
      if (round < roundsMax) await checkSoon(ctx, listId, { round: round + 1, inMs: laterMs });
    } else if (more) await checkSoon(ctx, listId, { inMs: restMs });
  });
}
