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

/** Days a company that signs up by itself may try the product. */
export const trialDays = 3;

// Subscriptions are billed in Brazil, and end with a day there.
const billing = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', year: 'numeric', month: '2-digit', day: '2-digit' });

/** The day, YYYY-MM-DD, on which subscriptions are counted. */
export function subscriptionDay(now: Date): string {
  return billing.format(now);
}
