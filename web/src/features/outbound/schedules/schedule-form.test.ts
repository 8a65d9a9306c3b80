import { expect, test } from 'vitest';
import { testSchedule } from '../../../data/schedules/test-schedules.ts';
import { bodyFor, newValues, scheduleRules, valuesOf } from './schedule-form.ts';

const zone = 'America/Sao_Paulo';

test('one that is opened and saved stays as it is, by the clock of the company', () => {
  const template = { name: 'aviso', language: 'pt_BR', variables: {} };
  const chosen = { repeat: 'week', repeatDays: [1, 4], repeatUntil: '2026-12-21', cancelIfAnswered: true, openTicket: true } as const;
  const schedule = testSchedule(1, {
    ...chosen,
    repeatDays: [...chosen.repeatDays],
    sendAt: '2026-12-01T01:30:00.000Z',
    fileListId: 6,
    template,
  });
  expect(bodyFor(valuesOf(schedule, zone), schedule.contactId)).toEqual({
    ...{ body: schedule.body.trim(), contactId: schedule.contactId, sendAt: '2026-11-30T22:30', fileListId: 6, template },
    whatsappId: schedule.whatsapp?.id ?? null,
    ...chosen,
  });
});

test('weekdays are for what repeats by the week, and a last day for what repeats', () => {
  const values = { ...newValues({ at: new Date('2026-12-01T12:00:00Z') }, zone), repeatDays: [2], repeatUntil: '2026-12-31' };
  expect(bodyFor({ ...values, repeat: 'month' }, 1)).toMatchObject({ repeatDays: [], repeatUntil: '2026-12-31' });
  expect(bodyFor(values, 1)).toMatchObject({ repeatDays: [], repeatUntil: null });
  const { repeatUntil } = scheduleRules(zone);
  const last = (until: string) => repeatUntil(until, { ...values, repeat: 'day' });
  expect([last('2026-11-30'), last('2026-12-01'), last('')]).toEqual(['O último dia vem antes do primeiro.', null, null]);
});
