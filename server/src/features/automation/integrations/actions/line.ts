import type { IntegrationLanguage, IntegrationType } from '@balcao/contract/integration-rules';
import type { Base } from '../../../../platform/context.ts';
import type { IntegrationRow } from '../store/integrations.ts';
import type { Line } from './call.ts';

/** What is needed to call a stored integration. */
export function lineOf({ secrets }: Pick<Base, 'secrets'>, row: IntegrationRow): Line {
  return {
    type: row.type as IntegrationType,
    projectName: row.project_name,
    serviceAccount: row.service_account ? secrets.decrypt(row.service_account) : '',
    url: row.url,
    language: row.language as IntegrationLanguage,
    slug: row.slug,
    secret: row.secret && secrets.decrypt(row.secret),
    unknownMessage: row.unknown_message,
  };
}
