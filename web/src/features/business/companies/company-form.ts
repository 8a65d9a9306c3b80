import type { ListedCompany } from '@balcao/contract/companies';
import type { Recurrence } from '@balcao/contract/plan-rules';
import { addMonths, graceDaysDefault, monthsOf } from '@balcao/contract/subscription-rules';
import { t } from '../../../platform/i18n.ts';
import { isEmail, lengthProblem } from '../../../ui/fields/field-rules.ts';

const billing = [
  'billingName',
  'billingDocument',
  'addressZipCode',
  'addressStreet',
  'addressDistrict',
  'addressCity',
  'addressState',
] as const;

export type CompanyValues = {
  name: string;
  email: string;
  phone: string;
  /** Only of a new company: its admin's. Empty: they set one by the reset. */
  password: string;
  planId: string | null;
  status: boolean;
  campaignsEnabled: boolean;
  /** YYYY-MM-DD or empty. */
  dueDate: string;
  recurrence: Recurrence;
  graceDays: number;
  addressCountry: 'BR' | 'usa';
} & Record<(typeof billing)[number], string>;

/** The form of a new or existing company. */
export function companyValues(company: ListedCompany | null): CompanyValues {
  const kept = Object.fromEntries(billing.map((name) => [name, company?.[name] ?? ''])) as Record<(typeof billing)[number], string>;
  return {
    name: company?.name ?? '',
    email: company?.email ?? '',
    phone: company?.phone ?? '',
    password: '',
    planId: company?.planId ? String(company.planId) : null,
    status: company?.status ?? true,
    campaignsEnabled: company?.settings.some(({ key, value }) => key === 'campaignsEnabled' && value === 'true') ?? true,
    dueDate: company?.dueDate ?? '',
    recurrence: (company?.recurrence || 'MENSAL') as Recurrence,
    graceDays: company?.graceDays ?? graceDaysDefault,
    addressCountry: company?.addressCountry === 'usa' ? 'usa' : 'BR',
    ...kept,
  };
}

export function companyRules(isNew: boolean) {
  return {
    name: (name: string) => lengthProblem(name.trim(), 2, 50),
    email: (email: string) => {
      if (email.trim() === '') return t('Obrigatório');
      return isEmail(email) ? null : t('E-mail inválido');
    },
    planId: (planId: string | null) => (planId ? null : t('Obrigatório')),
    password: (password: string) => (isNew && password !== '' ? lengthProblem(password, 5, 50) : null),
    billingDocument: (text: string) => (/^(\d{11}|\d{14})?$/.test(text.replace(/\D/g, '')) ? null : t('CPF ou CNPJ inválido')),
  };
}

/** The due date after '+ Vencimento': so many months later as one payment buys. Without one it counts from today. */
export function moreDue(dueDate: string, recurrence: Recurrence, today: string): string {
  return addMonths(/^\d{4}-\d{2}-\d{2}$/.test(dueDate) ? dueDate : today, monthsOf[recurrence]);
}

/** The form as a body. An empty or invalid due date is none. */
export function companyBody(values: CompanyValues) {
  const { password: _, planId, dueDate, ...rest } = values;
  const kept = Object.fromEntries(billing.map((name) => [name, values[name].trim() || null])) as Record<
    (typeof billing)[number],
    string | null
  >;
  return {
    ...rest,
    ...kept,
    name: values.name.trim(),
    email: values.email.trim(),
    phone: values.phone.trim() || null,
    planId: Number(planId),
    dueDate: Number.isNaN(Date.parse(dueDate)) ? null : dueDate,
  };
}
