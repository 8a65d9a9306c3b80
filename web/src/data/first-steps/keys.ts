export const firstStepsKeys = { state: ['first-steps'] as const };
