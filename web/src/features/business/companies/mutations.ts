import { useMutation, useQueryClient } from '@tanstack/react-query';
import { companyKeys } from '../../../data/companies/keys.ts';
import { api } from '../../../platform/api.ts';
import { keepSession } from '../../../platform/session.ts';
import { type CompanyValues, companyBody } from './company-form.ts';

/** Adds a company (`id` null) or changes one. */
export function useSaveCompany() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, values }: { id: number | null; values: CompanyValues }) => {
      const body = companyBody(values);
      if (id === null) await api('POST /companies', { body: { ...body, password: values.password } });
      else await api('PUT /companies/:companyId', { params: { companyId: id }, body });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: companyKeys.all }),
  });
}

/** Removes a company with everything in it. */
export function useDeleteCompany() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (companyId: number) => api('DELETE /companies/:companyId', { params: { companyId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: companyKeys.all }),
  });
}

/** Goes into a company as its admin. The page is loaded anew, since everything it knows is another company's. */
export function useEnterCompany() {
  return useMutation({
    mutationFn: (companyId: number) => api('POST /v1/companies/:companyId/enter', { params: { companyId }, body: {} }),
    onSuccess: (session) => {
      keepSession(session);
      window.location.assign('/tickets');
    },
  });
}
