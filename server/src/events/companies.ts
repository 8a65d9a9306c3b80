import type { CompanyView } from '@balcao/contract/companies';
import { fact } from '../platform/facts.ts';

export const companyOpened = fact<{ companyId: number }>('company.opened');
export const companyChanged = fact<{ company: CompanyView }>('company.changed');
export const companyDeleted = fact<{ companyId: number }>('company.deleted');
