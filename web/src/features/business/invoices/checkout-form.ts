import { isZipCode } from '@balcao/contract/billing-rules';
import type { SessionUser } from '@balcao/contract/users';
import { t } from '../../../platform/i18n.ts';

export type CheckoutValues = {
  firstName: string;
  document: string;
  address2: string;
  district: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
};

/** Whom invoices are for, as far as it is known. */
export function checkoutValues(company: SessionUser['company']): CheckoutValues {
  return {
    firstName: company.billingName ?? '',
    document: company.billingDocument ?? '',
    address2: company.addressStreet ?? '',
    district: company.addressDistrict ?? '',
    city: company.addressCity ?? '',
    state: company.addressState ?? '',
    zipcode: company.addressZipCode ?? '',
    country: company.addressCountry || 'BR',
  };
}

export function checkoutRules() {
  return {
    firstName: (text: string) => (text.trim() ? null : t('O nome completo é obrigatório')),
    document: (text: string) => (/^(\d{11}|\d{14})?$/.test(text.replace(/\D/g, '')) ? null : t('CPF ou CNPJ inválido')),
    address2: (text: string) => (text.trim() ? null : t('O Endereço é obrigatório')),
    city: (text: string) => (text.trim() ? null : t('Cidade é obrigatória')),
    zipcode: (text: string, { country }: CheckoutValues) => {
      if (!text.trim()) return t('CEP é obrigatório');
      return isZipCode(text, country) ? null : t('Formato de CEP inválido');
    },
    country: (text: string) => (text ? null : t('País é obrigatório')),
  };
}

export function checkoutBody(values: CheckoutValues) {
  return { ...values, country: values.country === 'usa' ? ('usa' as const) : ('BR' as const) };
}
