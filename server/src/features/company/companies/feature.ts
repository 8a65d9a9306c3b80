import { companyChanged } from '../../../events/companies.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { companyRoutes } from './routes.ts';

export const companies: Feature = {
  name: 'companies',
  routes: companyRoutes,
  broadcasts: [
    broadcaster(companyChanged, ({ company }) => [
      { event: 'company', payload: { action: 'update', company }, rooms: [{ to: 'company' }] },
    ]),
  ],
};
