import { fact } from '../platform/facts.ts';

/** An operator decided whether operators are only those who have a second factor. Told in the company of that operator. */
export const operatorsRuleChanged = fact<Record<string, never>>('installation.operatorsRuleChanged');
