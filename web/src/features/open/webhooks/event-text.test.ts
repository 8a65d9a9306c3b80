import { webhookAutomationEvent, webhookTestEvent } from '@balcao/contract/webhook-rules';
import { expect, test } from 'vitest';
import { deliveryText } from './event-text.ts';

test('every event in the log says what it is about', () => {
  expect(['ticket.closed', webhookAutomationEvent, webhookTestEvent].map(deliveryText)).toEqual([
    'Atendimento resolvido',
    'Uma automação chamou',
    'Teste',
  ]);
});
