import { expect, test } from 'vitest';
import { assistantState } from './assistant-state.ts';

const ticket = { status: 'pending', useIntegration: false, promptId: null, integrationId: null, chatbot: false } as const;

test('an assistant answers while the ticket waits; once a person has it, it is silent, and on a closed one there is none', () => {
  const answered = { ...ticket, useIntegration: true, promptId: 3 };
  expect(assistantState(answered)).toEqual({ state: 'answering', kind: 'prompt', id: 3 });
  expect(assistantState({ ...answered, useIntegration: false })).toEqual({ state: 'silent', kind: 'prompt', id: 3 });
  expect(assistantState({ ...answered, status: 'open' })).toEqual({ state: 'silent', kind: 'prompt', id: 3 });
  expect(assistantState({ ...answered, status: 'closed' })).toEqual({ state: 'none' });
  expect(assistantState({ ...answered, integrationId: 7 })).toEqual({ state: 'answering', kind: 'integration', id: 7 });
});

test('without one, the menus of the bot ask, or people answer alone', () => {
  expect(assistantState({ ...ticket, chatbot: true })).toEqual({ state: 'menu' });
  expect(assistantState({ ...ticket, chatbot: true, status: 'open' })).toEqual({ state: 'none' });
  expect(assistantState(ticket)).toEqual({ state: 'none' });
});
