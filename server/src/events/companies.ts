import type { CompanyView } from '@balcao/contract/companies';
import { fact } from '../platform/facts.ts';

export const companyOpened = fact<{ company: CompanyView }>('company.opened');
export const companyChanged = fact<{ company: CompanyView }>('company.changed');
/** The subscription has ended, or its days of grace: by the clock alone. */
export const companyRanOut = fact<{ company: CompanyView }>('company.ranOut');
export const companyDeleted = fact<{ companyId: number }>('company.deleted');

/** What somebody may still pay for a company that is gone. `askingUntil`: until then the provider may be being asked for it; ISO. */
export type LeftCharge = { invoiceId: number; provider: string; txid: string; externalId: string | null; askingUntil: string | null };
/** A removed company leaves charges. Told in the company of the operator who removed it, since its own jobs go with it. */
export const chargesLeft = fact<{ company: { id: number; name: string }; charges: LeftCharge[] }>('company.chargesLeft');
