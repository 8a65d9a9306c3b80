export const companyKeys = {
  all: ['companies'] as const,
  page: (searchParam: string) => ['companies', 'page', searchParam] as const,
  one: (companyId: number) => ['companies', 'one', companyId] as const,
  usage: (searchParam: string, sort: string, order: string) => ['companies', 'usage', searchParam, sort, order] as const,
  usageOf: (companyId: number) => ['companies', 'usage-of', companyId] as const,
};
