import type { CompanyView, ListedCompany } from '@balcao/contract/companies';
import type { CompanyRow, ListedRow } from './store.ts';

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
    graceDays: row.grace_days,
    planId: row.plan_id,
    billingName: row.billing_name,
    billingDocument: row.billing_document,
    addressZipCode: row.address_zip_code,
    addressStreet: row.address_street,
    addressDistrict: row.address_district,
    addressCity: row.address_city,
    addressState: row.address_state,
    addressCountry: row.address_country,
    schedules: row.schedules as CompanyView['schedules'],
    holidays: row.holidays as CompanyView['holidays'],
    settings,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** As operators see it. */
export function listedView(row: ListedRow, settings: CompanyView['settings']): ListedCompany {
  const { plan_id: id, plan_name: name, plan_value: value } = row;
  return { ...companyView(row, settings), plan: id === null || name === null ? null : { id, name, value: value ?? 0 } };
}
