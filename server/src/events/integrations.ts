import type { IntegrationView } from '@balcao/contract/integrations';
import { fact } from '../platform/facts.ts';

export const integrationCreated = fact<{ integration: IntegrationView }>('integration.created');
export const integrationChanged = fact<{ integration: IntegrationView }>('integration.changed');
export const integrationDeleted = fact<{ integrationId: number }>('integration.deleted');
