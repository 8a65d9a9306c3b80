import { tokenMask } from '@balcao/contract/connection-rules';
import type { ConnectionDetail, ConnectionView } from '@balcao/contract/connections';
import type { ConnectionRow } from './store.ts';

/** Anyone who reads these codes could link the number to their own device. */
export const withoutCodes = { qrcode: '', pairingCode: '' };

/** A connection as all users of the company see it. */
export function connectionView(row: ConnectionRow): ConnectionView {
  return { ...viewForAdmins(row), ...withoutCodes };
}

export function viewForAdmins(row: ConnectionRow): ConnectionView {
  return {
    id: row.id,
    name: row.name,
    channel: row.channel,
    status: row.status,
    statusReason: row.status_reason,
    qrcode: row.qrcode,
    pairingCode: row.pairing_code,
    codeExpiresAt: row.code_expires_at?.toISOString() ?? null,
    importDays: row.import_days,
    importPendingHours: row.import_pending_hours,
    retries: row.retries,
    number: row.number,
    isDefault: row.is_default,
    greetingMessage: row.greeting_message,
    complationMessage: row.complation_message,
    outOfHoursMessage: row.out_of_hours_message,
    ratingMessage: row.rating_message,
    token: row.token_hash ? tokenMask : '',
    provider: row.provider,
    expiresInactiveMessage: row.expires_inactive_message,
    expiresTicket: row.expires_ticket,
    timeUseBotQueues: row.time_use_bot_queues,
    maxUseBotQueues: row.max_use_bot_queues,
    timeToTransfer: row.time_to_transfer,
    transferQueueId: row.transfer_queue_id,
    promptId: row.prompt_id,
    integrationId: row.integration_id,
    schedules: row.schedules as ConnectionView['schedules'],
    companyId: row.company_id,
    queues: row.queues,
    cloud:
      row.channel === 'whatsapp_cloud'
        ? { phoneNumberId: row.cloud_phone_number_id ?? '', wabaId: row.cloud_waba_id ?? '', configured: row.cloud_secrets !== null }
        : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function connectionDetail(row: ConnectionRow, publicUrl: string): ConnectionDetail {
  const webhookUrl = row.channel === 'whatsapp_cloud' ? `${publicUrl}/webhooks/whatsapp/${row.webhook_key}` : null;
  return { ...viewForAdmins(row), webhookUrl };
}

/** The fields that change while a phone is being linked. */
export function sessionOf(view: ConnectionView) {
  const { id, name, status, statusReason, qrcode, pairingCode, codeExpiresAt, retries, updatedAt } = view;
  return { id, name, status, statusReason, qrcode, pairingCode, codeExpiresAt, retries, updatedAt };
}
