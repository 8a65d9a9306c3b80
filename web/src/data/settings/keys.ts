export const settingKeys = {
  list: ['settings', 'list'] as const,
  company: (companyId: number) => ['settings', 'company', companyId] as const,
};
