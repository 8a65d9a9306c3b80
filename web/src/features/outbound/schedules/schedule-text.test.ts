import { expect, test } from 'vitest';
import { messageText, statusText } from './schedule-text.ts';

test('a scheduled message is shown as it will be read, at its own time', () => {
  const schedule = {
    body: '{{greeting}}, {{ firstName }}: {{date}} às {{hour}}, protocolo {{protocol}}.',
    contact: { id: 1, name: 'Olga Petrelli' },
    sendAt: '2026-11-24T22:30:00Z',
  };
  expect(messageText(schedule, 'America/Sao_Paulo')).toBe('Boa noite, Olga: 24/11/2026 às 19:30, protocolo {{protocol}}.');
});

test('what the health of the number holds back is called otherwise than what only waits for its time', () => {
  const heldUntil = '2026-11-24T22:30:00Z';
  expect(statusText({ status: 'PENDENTE', heldUntil: null }).word).toBe('Aguardando');
  expect(statusText({ status: 'PENDENTE', heldUntil })).toEqual({ word: 'Em pausa', tone: 'warn' });
  expect(statusText({ status: 'ENVIADA', heldUntil: null }).word).toBe('Enviado');
});
