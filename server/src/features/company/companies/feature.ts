import { companyChanged, companyDeleted, companyOpened } from '../../../events/companies.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { companyRecordNews } from './access.ts';
import { eraseCompanyJob } from './actions.ts';
import { companyRoutes } from './routes.ts';

export const companies: Feature = {
  name: 'companies',
  routes: companyRoutes,
  jobs: [eraseCompanyJob],
  broadcasts: [
    broadcaster(companyOpened, ({ companyId }) => [companyRecordNews('create', companyId)]),
    broadcaster(companyChanged, ({ company }) => [
      { event: 'company', payload: { action: 'update', company }, rooms: [{ to: 'company' }] },
      companyRecordNews('update', company.id),
    ]),
    broadcaster(companyDeleted, ({ companyId }) => [companyRecordNews('delete', companyId)]),
  ],
};
