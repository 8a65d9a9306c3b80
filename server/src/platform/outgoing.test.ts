import { endpoints, events } from '@balcao/contract';
import type { ConnectionView } from '@balcao/contract/connections';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { outgoing } from './outgoing.ts';

const view = z.object({
  id: z.number(),
  name: z.string().nullable(),
  note: z.string().optional(),
  tags: z.array(z.object({ id: z.number() })),
  place: z.object({ city: z.string() }).nullable(),
});
const news = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['create', 'update']), record: view }),
  z.object({ action: z.literal('delete'), id: z.number() }),
]);
const row = { id: 1, name: null, tags: [{ id: 2 }, { id: 3 }], place: { city: 'Lages' } };
const withMore: [string, Record<string, unknown>, string][] = [
  ['at the top', { ...row, secret: 'x' }, '.secret'],
  ['in a list', { ...row, tags: [{ id: 2 }, { id: 3, secret: 'x' }] }, '.tags.1.secret'],
  ['in an object that may be null', { ...row, place: { city: 'Lages', secret: 'x' } }, '.place.secret'],
];

test.each(withMore)('what is too much %s stays inside, and is an error where it is looked for', (_, value, where) => {
  expect(outgoing(view, false)(value)).toEqual(row);
  expect(() => outgoing(view, true)(value)).toThrow(`more than the contract names: ${where}`);
  expect(outgoing(news, false)({ action: 'update', record: value, secret: 'x' })).toEqual({ action: 'update', record: row });
  expect(() => outgoing(news, true)({ action: 'update', record: value })).toThrow(`.record${where}`);
});

test('of several forms a value leaves with the fields of its own', () => {
  const deleted = { action: 'delete', id: 1 };
  for (const check of [false, true]) expect(outgoing(news, check)(deleted)).toEqual(deleted);
  expect(outgoing(news, false)({ ...deleted, record: row })).toEqual(deleted);
  expect(() => outgoing(news, false)({ action: 'moved', id: 1 })).toThrow('action moved');
});

test('what is missing or null stays so', () => {
  const whole = { ...row, name: 'Ana', note: 'oi', place: null };
  for (const check of [false, true]) {
    expect(outgoing(view, check)(whole)).toEqual(whole);
    expect(outgoing(view, check)({ ...whole, note: undefined })).toStrictEqual({ id: 1, name: 'Ana', tags: row.tags, place: null });
  }
  expect(() => outgoing(view, true)({ ...whole, tags: undefined })).toThrow('expected array');
});

test('objects of several forms that nothing tells apart are refused when they are compiled', () => {
  expect(() => outgoing(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), false)).toThrow('discriminator');
  expect(() => outgoing(z.map(z.string(), z.string()), false)).toThrow('map');
});

test('every answer and every event of the contract can be cut to what it names', () => {
  for (const { answer } of Object.values(endpoints)) expect(outgoing(answer, false)).toBeTypeOf('function');
  for (const { payload } of Object.values(events)) expect(outgoing(payload, false)).toBeTypeOf('function');
});

test('the credentials of a connection do not leave by its detail', () => {
  const detail = { id: 1, name: 'Vendas', accessToken: 'segredo', cloud_secrets: 'segredo' } as unknown as ConnectionView;
  const { answer } = Object.values(endpoints).find(({ route }) => route === 'GET /whatsapp/:whatsappId') ?? endpoints.showVersion;
  expect(outgoing(answer, false)(detail)).toEqual({ id: 1, name: 'Vendas' });
});

test('a record leaves with all its keys, and its values with the fields of theirs', () => {
  const named = z.object({ values: z.record(z.string(), z.string()), places: z.record(z.string(), z.object({ city: z.string() })) });
  const value = { values: { 'body.1': 'Ana' }, places: { home: { city: 'Lages', secret: 'x' } } };
  expect(outgoing(named, false)(value)).toEqual({ values: { 'body.1': 'Ana' }, places: { home: { city: 'Lages' } } });
});
