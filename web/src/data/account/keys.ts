export const accountKeys = {
  sessions: ['account', 'sessions'] as const,
  secondFactor: ['account', 'second-factor'] as const,
};
