import { expect, test } from 'vitest';
import {
  actionProblem,
  automationBody,
  automationRules,
  automationValues,
  conditionProblem,
  newAction,
  newCondition,
} from './automation-form.ts';

test('a new one tags new conversations, once it is told with what', () => {
  const values = automationValues(null);
  expect(values).toMatchObject({ event: 'ticketCreated', active: true, conditions: [] });
  expect(automationRules().actions(values.actions)).not.toBeNull();
  expect(automationRules().actions([{ do: 'addTag', tagId: 3 }])).toBeNull();
  expect(automationRules().actions([])).not.toBeNull();
});

test('minutes are asked for by the clock alone, and sent with it alone', () => {
  const values = { ...automationValues(null), name: ' Demora ', minutes: '' as const };
  const { minutes } = automationRules();
  expect(minutes('', values)).toBeNull();
  expect(minutes('', { ...values, event: 'waitingLong' })).not.toBeNull();
  expect(minutes(10_081, { ...values, event: 'waitingLong' })).not.toBeNull();
  expect(minutes(10, { ...values, event: 'waitingLong' })).toBeNull();
  expect(automationBody({ ...values, minutes: 10 })).toMatchObject({ name: 'Demora', minutes: null });
  expect(automationBody({ ...values, event: 'windowClosing', minutes: 10 }).minutes).toBe(10);
});

test('a condition without what it asks for is not complete', () => {
  const kinds = ['queue', 'tag', 'user', 'connection', 'status', 'channel', 'text', 'field'] as const;
  expect(kinds.map((kind) => conditionProblem(newCondition(kind))).filter((problem) => problem === null)).toEqual([]);
  expect((['hours', 'waiting', 'rating'] as const).map((kind) => conditionProblem(newCondition(kind)))).toEqual([null, null, null]);
  expect(conditionProblem({ on: 'queue', op: 'empty', ids: [] })).toBeNull();
});

test('an action without what it needs is not complete', () => {
  const kinds = [
    'assignUser',
    'moveToQueue',
    'addTag',
    'removeTag',
    'sendText',
    'addNote',
    'notifyUser',
    'notifyQueue',
    'callWebhook',
  ] as const;
  expect(kinds.map((kind) => actionProblem(newAction(kind))).filter((problem) => problem === null)).toEqual([]);
  expect(actionProblem(newAction('close'))).toBeNull();
});
