import type { CompanyView } from '@balcao/contract/companies';
import { fact } from '../platform/facts.ts';

export const companyChanged = fact<{ company: CompanyView }>('company.changed');
