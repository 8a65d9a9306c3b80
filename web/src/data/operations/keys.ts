export type AuditSearch = { searchParam: string; from?: string; to?: string };
export type MailState = 'waiting' | 'sent' | 'failed';

export const operationsKeys = {
  health: ['operations', 'health'] as const,
  audit: (search: AuditSearch) => ['operations', 'audit', search] as const,
  mails: ['operations', 'mails'] as const,
  mailPages: (state: MailState | null) => [...operationsKeys.mails, 'pages', state] as const,
};
