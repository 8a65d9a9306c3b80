import { tokenMask } from '@balcao/contract/connection-rules';
import { expect, test } from 'vitest';
import { connection, detail } from '../../../../data/connections/test-connections.ts';
import {
  changedConnectionBody,
  cloudBody,
  connectionRules,
  connectionValues,
  newConnectionBody,
  newConnectionValues,
} from './connection-form.ts';

test('names have 2 to 50 letters', () => {
  const { name } = connectionRules('none');
  expect([name(''), name('a'), name('SAC'), name('x'.repeat(51))]).toEqual(['Obrigatório', 'Muito curto!', null, 'Muito longo!']);
});

test('with more than one queue a greeting is needed', () => {
  const { greetingMessage } = connectionRules('none');
  const values = newConnectionValues('SAC', false);
  expect(greetingMessage('', { ...values, queueIds: ['1'] })).toBeNull();
  expect(greetingMessage(' ', { ...values, queueIds: ['1', '2'] })).toMatch(/saudação/);
  expect(greetingMessage('Olá!', { ...values, queueIds: ['1', '2'] })).toBeNull();
});

test('a transfer needs both the queue and the minutes', () => {
  const { timeToTransfer, transferQueueId } = connectionRules('none');
  const values = newConnectionValues('SAC', false);
  expect(timeToTransfer('', { ...values, transferQueueId: '3' })).not.toBeNull();
  expect(transferQueueId(null, { ...values, timeToTransfer: 10 })).not.toBeNull();
  expect(timeToTransfer('', values)).toBeNull();
});

test('hours of its own are kept, and given up for those of the company', () => {
  const before = detail(connection({ schedules: [{ weekday: 'Domingo', weekdayEn: 'sunday', startTime: '09:00', endTime: '12:00' }] }));
  const values = connectionValues(before);
  expect(changedConnectionBody(before, values).schedules).toContainEqual(before.schedules[0]);
  expect(changedConnectionBody(before, { ...values, hours: null }).schedules).toEqual([]);
  expect(connectionValues(detail(connection())).hours).toBeNull();
  const [sunday] = (values.hours ?? []).slice(-1).map((day) => ({ ...day, ranges: [{ startTime: '09:00', endTime: '9' }] }));
  expect(connectionRules('none').hours(sunday ? [sunday] : [])).toBe('Corrija os horários marcados.');
});

test('credentials are needed until they are stored, the ids always', () => {
  expect(connectionRules('none').accessToken('')).toBeNull();
  expect(connectionRules('missing').accessToken('')).toBe('Obrigatório');
  expect(connectionRules('stored').accessToken('')).toBeNull();
  expect(connectionRules('stored').phoneNumberId('')).toBe('Obrigatório');
  expect(connectionRules('stored').phoneNumberId('12a')).toBe('Use só números.');
});

test('credentials left empty are not sent, so what is stored stays', () => {
  const values = { ...newConnectionValues('API', false), phoneNumberId: ' 12 ', wabaId: '34', verifyToken: 'novo' };
  expect(cloudBody(values)).toEqual({
    phoneNumberId: '12',
    wabaId: '34',
    accessToken: undefined,
    appSecret: undefined,
    verifyToken: 'novo',
  });
});

test('only a Cloud connection has credentials', () => {
  const values = newConnectionValues('SAC', true);
  expect(newConnectionBody('whatsapp_web', values)).not.toHaveProperty('cloud');
  expect(newConnectionBody('whatsapp_cloud', values)).toHaveProperty('cloud');
});

test('only a linked phone has history to bring, and without it nothing waits for an answer', () => {
  const values = { ...newConnectionValues('SAC', true), importDays: '30', importPendingHours: '24' };
  expect(newConnectionBody('whatsapp_web', values)).toMatchObject({ importDays: 30, importPendingHours: 24 });
  expect(newConnectionBody('whatsapp_web', { ...values, importDays: '0' })).toMatchObject({ importDays: 0, importPendingHours: 0 });
  expect(newConnectionBody('whatsapp_cloud', values)).not.toHaveProperty('importDays');
});

test('the default is given, never given up', () => {
  const web = detail(connection({ isDefault: false }));
  expect(changedConnectionBody(web, { ...connectionValues(web), isDefault: true })).toMatchObject({ isDefault: true });
  const standard = detail(connection({ isDefault: true }));
  expect(changedConnectionBody(standard, { ...connectionValues(standard), isDefault: false })).not.toHaveProperty('isDefault');
});

test('a form that was not touched changes nothing', () => {
  const before = detail(
    connection({
      token: tokenMask,
      timeToTransfer: 15,
      transferQueueId: 4,
      expiresTicket: 60,
      queues: [{ id: 2, name: 'Vendas', color: '#2f6fde', greetingMessage: '' }],
    }),
  );
  expect(changedConnectionBody(before, connectionValues(before))).toEqual({
    name: 'Loja Centro',
    queueIds: [2],
    greetingMessage: '',
    integrationId: null,
    promptId: null,
    complationMessage: '',
    outOfHoursMessage: '',
    ratingMessage: '',
    token: tokenMask,
    transferQueueId: 4,
    timeToTransfer: 15,
    expiresTicket: 60,
    expiresInactiveMessage: '',
    schedules: [],
    maxUseBotQueues: 3,
    timeUseBotQueues: 0,
    importDays: 0,
    importPendingHours: 0,
  });
});
