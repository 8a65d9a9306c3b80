export const consentKeys = {
  of: (contactId: number) => ['consent', 'of', contactId] as const,
  all: ['consent'] as const,
  ledger: ['consent', 'ledger'] as const,
};
