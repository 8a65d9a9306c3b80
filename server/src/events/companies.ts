import type { CompanyView } from '@balcao/contract/companies';
import { fact } from '../platform/facts.ts';

export const companyOpened = fact<{ companyId: number }>('company.opened');
export const companyChanged = fact<{ company: CompanyView }>('company.changed');
/** The subscription has ended, or its days of grace: by the clock alone. */
export const companyRanOut = fact<{ company: CompanyView }>('company.ranOut');
export const companyDeleted = fact<{ companyId: number }>('company.deleted');
