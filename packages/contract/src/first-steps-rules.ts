// What a new company does first. Pure, and shared.
import type { FirstStepsView } from './first-steps.ts';

export const firstSteps = ['number', 'people', 'queue', 'answer'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Which steps are done. */
export function stepsDone({ connection, users, queues, answered }: FirstStepsView): Record<FirstStep, boolean> {
  return { number: connection?.status === 'CONNECTED', people: users > 1, queue: queues.length > 0, answer: answered !== null };
}

/** The step that leads on: the number, then the answer. The others may be done at any time. Null when a customer was answered. */
export function stepNow(view: FirstStepsView): 'number' | 'answer' | null {
  const done = stepsDone(view);
  if (done.answer) return null;
  return done.number ? 'answer' : 'number';
}

/** Is nothing left to do? */
export function isAllDone(view: FirstStepsView): boolean {
  return Object.values(stepsDone(view)).every(Boolean);
}
