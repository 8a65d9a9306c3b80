import type { DeliveryView } from '@balcao/contract/integration-deliveries';
import type { DeliveryState, IntegrationLanguage, IntegrationReason, IntegrationType } from '@balcao/contract/integration-rules';
import type { IntegrationView } from '@balcao/contract/integrations';
import type { DeliveryRow } from './store/deliveries.ts';
import type { IntegrationRow } from './store/integrations.ts';

/** Nothing of its secrets leaves the server. */
export function integrationView(row: IntegrationRow): IntegrationView {
  return {
    id: row.id,
    type: row.type as IntegrationType,
    name: row.name,
    projectName: row.project_name,
    jsonContent: '',
    hasJsonContent: row.service_account !== null,
    urlN8N: row.url,
    language: row.language as IntegrationLanguage,
    typebotSlug: row.slug,
    typebotExpires: row.expires,
    typebotDelayMessage: row.delay,
    typebotKeywordFinish: row.keyword_finish,
    typebotKeywordRestart: row.keyword_restart,
    typebotUnknownMessage: row.unknown_message,
    typebotRestartMessage: row.restart_message,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function deliveryView(row: DeliveryRow): DeliveryView {
  return {
    id: row.id,
    integrationId: row.integration_id,
    ticketId: row.ticket_id,
    contactName: row.contact_name,
    eventId: row.event_id,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    status: row.status,
    reason: row.reason as IntegrationReason | null,
    durationMs: row.duration_ms,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
