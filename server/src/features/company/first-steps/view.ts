import type { FirstStepsView } from '@balcao/contract/first-steps';
import type { FirstStepsRow } from './store.ts';

export function firstStepsView({ answered, ...row }: FirstStepsRow): FirstStepsView {
  return { ...row, answered: answered && { at: new Date(answered.at).toISOString(), seconds: Math.max(0, Math.round(answered.seconds)) } };
}
