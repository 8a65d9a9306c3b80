import type { CompanyView } from '@balcao/contract/companies';
import { fact } from '../platform/facts.ts';

/** Something about the company is different. */
export const companyChanged = fact<{ company: CompanyView }>('company.changed');
