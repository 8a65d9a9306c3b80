import { expect, test } from 'vitest';
import { contactListBody, contactListRules, contactListValues } from './contact-list-form.ts';

const empty = contactListValues(null);

test('a list that people fill has no filter, whatever was typed into one before', () => {
  expect(contactListBody({ ...empty, name: ' Clientes ', tags: ['1'] })).toEqual({ name: 'Clientes', filter: null, inStep: false });
});

test('the conditions make a filter, and a filter the same conditions', () => {
  const values = {
    ...empty,
    name: 'VIP',
    source: 'inStep' as const,
    tags: ['3'],
    wrote: 'before' as const,
    days: 60,
    fieldName: 'Cidade',
    fieldValue: 'Blumenau',
  };
  const body = contactListBody(values);
  expect(body).toEqual({
    name: 'VIP',
    inStep: true,
    filter: { tags: [3], lastContact: { wrote: 'before', days: 60 }, field: { name: 'Cidade', value: 'Blumenau' } },
  });
  const at = '2026-11-21T12:00:00.000Z';
  const counts = { contactsCount: 0, validCount: 0, uncheckedCount: 0, syncing: false, syncedAt: null };
  const filter = { tags: [3], lastContact: { wrote: 'before' as const, days: 60 }, field: { name: 'Cidade', value: 'Blumenau' } };
  expect(contactListValues({ id: 1, name: 'VIP', companyId: 1, inStep: true, filter, ...counts, createdAt: at, updatedAt: at })).toEqual(
    values,
  );
});

test('a filter must ask for something', () => {
  const { source } = contactListRules();
  expect(source('frozen', { ...empty, source: 'frozen' })).not.toBeNull();
  expect(source('frozen', { ...empty, source: 'frozen', wrote: 'within' })).toBeNull();
  expect(source('hand', empty)).toBeNull();
});
