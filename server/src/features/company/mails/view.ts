import type { MailView } from '@balcao/contract/mails';
import type { MailOfCompany } from './store.ts';

export function mailView(row: MailOfCompany): MailView {
  return {
    id: row.id,
    company: { id: row.company_id, name: row.company_name },
    recipient: row.recipient,
    subject: row.subject,
    state: row.state,
    reason: row.reason,
    attempts: row.attempts,
    tryAt: row.state === 'waiting' ? row.try_at.toISOString() : null,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    hasText: row.content !== null,
  };
}
