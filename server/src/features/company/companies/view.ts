import type { CompanyView } from '@balcao/contract/companies';
import type { CompanyRow } from './store.ts';

export function companyView(row: CompanyRow, settings: CompanyView['settings']): CompanyView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    status: row.status,
    dueDate: row.due_date,
    trialExpiration: row.trial_expiration,
    recurrence: row.recurrence,
    planId: row.plan_id,
    schedules: row.schedules as CompanyView['schedules'],
    holidays: row.holidays as CompanyView['holidays'],
    settings,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
