import type { Profile } from '@balcao/contract/user-rules';
import { expect, test } from 'vitest';
import { type Changes, mayChange, mayDelete, type Target } from './access.ts';

const person = (id: number, profile: Profile, operator = false) => ({ kind: 'user', id, profile, super: operator }) as const;
const admin = person(1, 'admin');
const supervisor = person(2, 'supervisor');
const agent = person(3, 'user');
const operator = person(4, 'admin', true);
const target = (of: { id: number; profile: Profile; super: boolean }): Target => ({
  id: of.id,
  profile: of.profile,
  super: of.super,
  allTicket: false,
  exportContacts: false,
  assignmentCapacity: null,
  whatsappId: null,
  queueIds: [7, 8],
});
const refused = { ok: false, error: 'ERR_NO_PERMISSION' };
const rights: Changes[] = [
  { profile: 'admin' },
  { allTicket: true },
  { exportContacts: true },
  { assignmentCapacity: 50 },
  { whatsappId: 5 },
  { queueIds: [7] },
  { queueIds: [7, 9] },
];

test('admins change anyone of the company', () => {
  for (const changes of rights) expect(mayChange(admin, target(agent), changes).ok).toBe(true);
});

test('others change themselves only, and there nothing that gives rights', () => {
  for (const caller of [agent, supervisor]) {
    expect(mayChange(caller, target(caller), {}).ok).toBe(true);
    expect(mayChange(caller, target(admin), {})).toMatchObject(refused);
    for (const changes of rights) expect(mayChange(caller, target(caller), changes)).toMatchObject(refused);
  }
});

test('sending the same rights back is no change', () => {
  expect(
    mayChange(agent, target(agent), { profile: 'user', allTicket: false, exportContacts: false, whatsappId: null, queueIds: [8, 7] }).ok,
  ).toBe(true);
});

test('only an operator touches another operator', () => {
  expect(mayChange(admin, target(operator), {})).toMatchObject(refused);
  expect(mayDelete(admin, target(operator))).toMatchObject(refused);
  expect(mayChange(person(9, 'admin', true), target(operator), {}).ok).toBe(true);
});

test('nobody removes himself, and only admins remove others', () => {
  expect(mayDelete(admin, target(admin))).toMatchObject({ ok: false, error: 'ERR_OWN_USER' });
  expect(mayDelete(admin, target(agent)).ok).toBe(true);
  expect(mayDelete(supervisor, target(agent))).toMatchObject(refused);
});
