import type { AuditVerb } from '@balcao/contract/audit-rules';

export type AuditSearch = { searchParam: string; verb?: AuditVerb; from?: string; to?: string };
export type MailState = 'waiting' | 'sent' | 'failed';

export const operationsKeys = {
  health: ['operations', 'health'] as const,
  audit: (search: AuditSearch) => ['operations', 'audit', search] as const,
  payments: ['operations', 'payments'] as const,
  paymentPages: (odd: boolean) => [...operationsKeys.payments, 'pages', odd] as const,
  mails: ['operations', 'mails'] as const,
  mailPages: (state: MailState | null) => [...operationsKeys.mails, 'pages', state] as const,
};
