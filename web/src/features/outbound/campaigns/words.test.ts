import { expect, test } from 'vitest';
import { lengthText, stateOf, timeHint } from './words.ts';

test.each([
  [0, '1 segundo'],
  [40_000, '40 segundos'],
  [90_000, '2 minutos'],
  [80 * 60_000, '80 minutos'],
  [20_000_000, '6 horas'],
  [30 * 3_600_000, '30 horas'],
  [3 * 86_400_000, '3 dias'],
])('%d ms are %s', (ms, text) => {
  expect(lengthText(ms)).toBe(text);
});

const now = new Date('2026-11-23T12:00:00Z');
const before = new Date('2026-11-23T11:00:00Z');
const after = new Date('2026-11-24T12:00:00Z');

test('the form says what saving does with the time: only what waits for it begins by it', () => {
  expect(timeHint(null, null, now)).toBe('Sem horário, a campanha fica inativa.');
  for (const status of [null, 'INATIVA', 'PROGRAMADA'] as const) {
    expect(timeHint(status, before, now)).toBe('Este horário já passou: o envio começa ao salvar.');
    expect(timeHint(status, after, now)).toBe('Sem horário, a campanha fica inativa.');
  }
  for (const at of [null, before, after]) {
    expect(timeHint('CANCELADA', at, now)).toBe('Cancelada, a campanha só continua quando você a reinicia.');
    expect(timeHint('EM_ANDAMENTO', at, now)).toBeNull();
    expect(timeHint('FINALIZADA', at, now)).toBeNull();
  }
});

test('of whom a part has reached it says so, also once they have answered', () => {
  const at = '2026-11-23T12:00:00.000Z';
  expect(stateOf({ state: 'failed', repliedAt: null, deliveredAt: null }).word).toBe('Falhou');
  expect(stateOf({ state: 'failed', repliedAt: null, deliveredAt: at }).word).toBe('Chegou em parte');
  expect(stateOf({ state: 'failed', repliedAt: at, deliveredAt: at }).word).toBe('Chegou em parte');
  expect(stateOf({ state: 'read', repliedAt: at, deliveredAt: at }).word).toBe('Respondeu');
});
