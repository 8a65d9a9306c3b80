export const billingKeys = {
  all: ['billing'] as const,
  page: (searchParam: string, status: string) => ['billing', 'page', searchParam, status] as const,
  one: (invoiceId: number) => ['billing', 'one', invoiceId] as const,
};
