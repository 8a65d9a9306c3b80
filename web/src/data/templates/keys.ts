export const templateKeys = {
  all: ['templates'] as const,
  of: (whatsappId: number) => [...templateKeys.all, whatsappId] as const,
  page: (whatsappId: number, searchParam: string, sendable: boolean) =>
    [...templateKeys.of(whatsappId), { searchParam, sendable }] as const,
  named: (whatsappId: number, name: string, language: string) => [...templateKeys.of(whatsappId), 'named', name, language] as const,
  sync: (whatsappId: number) => [...templateKeys.of(whatsappId), 'sync'] as const,
};
