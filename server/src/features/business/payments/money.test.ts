// Whatever happens in whatever order, nobody gets more days than were paid for, and nothing is paid twice.
import { recurrences } from '@balcao/contract/plan-rules';
import { addDays, monthsOf, renewed } from '@balcao/contract/subscription-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { PixKnown } from '../../../gateways/pix/port.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { features } from '../../../product.ts';
import { updateCompany } from '../../company/companies/actions.ts';
import { issueInvoices } from '../invoices/actions.ts';
import { checkCharge, subscribe, sweepCharges } from './actions.ts';

/** What the bank knows, by txid. */
const bank = new Map<string, { amountCents: number; payments: PixKnown['payments'] }>();
let company: TestCompany;
let bought = 0;

beforeAll(async () => {
  company = await createTestCompany({
    features,
    gateways: (made) => ({
      ...made,
      pix: {
        provider: 'efi',
        webhookToken: null,
        needsToken: false,
        gateway: () => ({
          provider: 'efi',
          async ask({ txid, amountCents }) {
            if (!bank.has(txid)) bank.set(txid, { amountCents, payments: [] });
            return { externalId: null, brCode: `code ${txid}`, image: '' };
          },
          look: async ({ txid }) => ({ payments: bank.get(txid)?.payments ?? [] }),
          async cancel() {},
          async announceAt() {},
        }),
      },
    }),
  });
});
afterAll(() => company.close());

function random(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

const rows = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(company.base, async ({ db }) => (await statement.execute(db)).rows);

test.each([1, 2, 3, 4, 5, 6])('sequence %i of announcements, retries, plan changes and days', async (seed) => {
  const pick = random(seed * 7919);
  const ctx: Outside = await company.another();
  const id = ctx.companyId;
  let today = '2026-03-10';
  company.clock.set(`${today}T15:00:00Z`);
  const plans = await rows(sql<{ id: number }>`
    insert into plans (name, value) values (${`A ${seed}`}, 10.10), (${`B ${seed}`}, 33.33), (${`C ${seed}`}, 0.07) returning id`);
  await rows(sql`update companies set plan_id = ${plans[0]?.id}, due_date = ${today} where id = ${id}`);
  /** What the last day may be: it moves by what is bought, or as an operator says. */
  let due = today;
  let applied = 0;

  for (let step = 0; step < 60; step++) {
    const mine = await rows(sql<{ id: number; txid: string; amount: number }>`
      select id, txid, amount_cents as amount from pix_charges where company_id = ${id} order by id`);
    const charge = mine[pick(Math.max(1, mine.length))];
    const known = charge && bank.get(charge.txid);
    const operator = { ...asSystem(company.base, id) };
    switch (pick(9)) {
      case 0:
      case 1:
        await subscribe(ctx, {} as never).catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
        break;
      case 2:
        // A bank lets a code be paid more than once only if something is wrong; that happens here too.
        known?.payments.push({
          key: `efi:${charge?.txid}:${known.payments.length}`,
          amountCents: pick(5) === 0 ? known.amountCents - 1 : known.amountCents,
          at: new Date(),
        });
        if (charge && pick(2) === 0) await checkCharge(ctx, charge.id);
        break;
      case 3:
      case 4:
        if (charge) await Promise.all([checkCharge(ctx, charge.id), checkCharge(ctx, charge.id)]);
        break;
      case 5: {
        const newest = mine.at(-1);
        const open = newest && bank.get(newest.txid);
        if (newest && open?.payments.length === 0) {
          open.payments.push({ key: `efi:${newest.txid}:0`, amountCents: open.amountCents, at: new Date() });
          await checkCharge(ctx, newest.id);
        }
        break;
      }
      case 8:
        await updateCompany(operator, id, { planId: plans[pick(3)]?.id ?? 0, recurrence: recurrences[pick(5)] ?? 'MENSAL' });
        break;
      case 6:
        today = addDays(today, pick(45));
        company.clock.set(`${today}T15:00:00Z`);
        await issueInvoices(company.base);
        await sweepCharges(company.base);
        break;
      default:
        if (pick(6) === 0) {
          due = addDays(today, pick(60) - 20);
          await updateCompany(operator, id, { dueDate: due });
        }
    }
    const now = await rows(sql<{ months: number; value: number; amount: number; asked: number; invoice: number }>`
      select c.months, p.amount_cents as amount, c.amount_cents as asked, c.invoice_id as invoice
      from pix_payments p join pix_charges c on c.company_id = p.company_id and c.id = p.charge_id
      where p.company_id = ${id} and p.outcome = 'applied' order by p.id`);
    for (const { months, amount, asked } of now.slice(applied)) {
      expect(amount).toBeGreaterThanOrEqual(asked);
      expect(Object.values(monthsOf)).toContain(months);
      due = renewed(due, today, months);
    }
    bought += now.length - applied;
    applied = now.length;
    expect(new Set(now.map(({ invoice }) => invoice)).size).toBe(now.length);
    expect((await rows(sql<{ due: string }>`select due_date as due from companies where id = ${id}`))[0]?.due).toBe(due);
    const good = await rows(
      sql`select 1 from pix_charges where company_id = ${id} and state = 'pending' group by invoice_id having count(*) > 1`,
    );
    expect(good).toEqual([]);
  }
  // All that the bank has, told once more, is already known.
  const charges = await rows(sql<{ id: number }>`select id from pix_charges where company_id = ${id}`);
  for (const each of charges) await checkCharge(ctx, each.id);
  const count = await rows(sql<{ n: number }>`select count(*) as n from pix_payments where company_id = ${id}`);
  for (const each of charges) await checkCharge(ctx, each.id);
  expect(await rows(sql`select count(*) as n from pix_payments where company_id = ${id}`)).toEqual(count);
});

test('and much was bought in these sequences', () => {
  expect(bought).toBeGreaterThan(8);
});
