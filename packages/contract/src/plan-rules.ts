export const planFlags = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
] as const;
/** A feature that a plan switches on or off. */
export type PlanFlag = (typeof planFlags)[number];

export const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const;
export type Recurrence = (typeof recurrences)[number];

/** Days of the trial after a sign-up. */
export const trialDays = 3;

// Subscriptions are billed in Brazil and end with the day there.
const billing = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', year: 'numeric', month: '2-digit', day: '2-digit' });

/** The day, YYYY-MM-DD, that counts for subscriptions. */
export function subscriptionDay(now: Date): string {
  return billing.format(now);
}
