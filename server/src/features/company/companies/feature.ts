import { companyChanged, companyDeleted, companyOpened, companyRanOut } from '../../../events/companies.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { companyNews, companyRecordNews } from './access.ts';
import { companyJobs } from './jobs.ts';
import { companyRoutes } from './routes.ts';

export const companies: Feature = {
  name: 'companies',
  routes: companyRoutes,
  jobs: companyJobs,
  broadcasts: [
    broadcaster(companyOpened, ({ company }) => [companyRecordNews('create', company.id)]),
    broadcaster(companyChanged, ({ company }) => companyNews(company)),
    broadcaster(companyRanOut, ({ company }) => companyNews(company)),
    broadcaster(companyDeleted, ({ companyId }) => [companyRecordNews('delete', companyId)]),
  ],
};
