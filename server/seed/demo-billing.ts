// What the demo company has paid so far: an invoice for each month, by Pix of the simulated provider. Without that provider it has paid nothing.
import { addDays, addMonths } from '@balcao/contract/subscription-rules';
import { paySimulated, subscribe } from '../src/features/business/payments/actions.ts';
import { updateCompany } from '../src/features/company/companies/actions.ts';
import { asSystem, type CompanyId, type PlatformCtx } from '../src/platform/context.ts';

const months = 3;

/** Leaves the company with this last day. */
export async function makeInvoices(base: PlatformCtx, companyId: CompanyId, finallyUntil: string): Promise<void> {
  if (base.gateways.pix?.provider === 'simulated') {
    const first = addMonths(addDays(base.now().toISOString().slice(0, 10), 5), -months);
    await endsOn(base, companyId, first);
    for (let month = 0; month < months; month++) {
      // Two days before the last one, in the morning.
      const paying = { ...base, now: () => new Date(`${addDays(addMonths(first, month), -2)}T13:12:00Z`) };
      const { txid } = await subscribe(asSystem(paying, companyId), payer);
      await paySimulated(paying, txid);
    }
  }
  await endsOn(base, companyId, finallyUntil);
}

const payer = {
  firstName: 'Vértice Móveis Ltda.',
  document: '12345678000195',
  address2: 'Rua das Oficinas, 120',
  district: 'Centro',
  city: 'Joinville',
  state: 'SC',
  zipcode: '89201-000',
  country: 'BR' as const,
};

function endsOn(base: PlatformCtx, companyId: CompanyId, dueDate: string): Promise<unknown> {
  return updateCompany(asSystem(base, companyId), companyId, { dueDate });
}
