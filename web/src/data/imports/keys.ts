export const importKeys = {
  latest: ['imports', 'latest'] as const,
  errors: (importId: number) => ['imports', 'errors', importId] as const,
};
