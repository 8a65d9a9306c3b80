import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Caller, mayCall } from './access-rules.ts';
import type { EndpointShape } from './endpoint.ts';
import { accept, refuse } from './errors.ts';
import type { Member } from './user-rules.ts';

const account = ({
  profile = 'user',
  super: operator = false,
  exportContacts = false,
  ...change
}: Partial<Member & Caller> = {}): Caller => ({
  member: { profile, super: operator, exportContacts },
  standing: accept(null),
  features: new Set(),
  ...change,
});
const endpoint = (change: Partial<EndpointShape> = {}): EndpointShape => ({
  route: 'GET /somewhere',
  access: 'user',
  summary: '',
  answer: z.object({}),
  ...change,
});

test('a profile enters where it is enough, and only operators where operators are asked for', () => {
  const admin = account({ profile: 'admin' });
  expect(mayCall(endpoint({ access: 'admin' }), admin).ok).toBe(true);
  expect(mayCall(endpoint({ access: 'admin' }), account({ profile: 'supervisor' }))).toEqual(refuse('ERR_NO_PERMISSION'));
  expect(mayCall(endpoint({ access: 'super' }), admin)).toEqual(refuse('ERR_NO_PERMISSION'));
  expect(mayCall(endpoint({ access: 'super' }), account({ super: true })).ok).toBe(true);
});

test('a feature has to be among those of the account, also for operators', () => {
  const kanban = endpoint({ plan: 'useKanban' });
  expect(mayCall(kanban, account({ features: new Set(['useKanban']) })).ok).toBe(true);
  for (const without of [account({ features: new Set(['useSchedules']) }), account({ super: true })])
    expect(mayCall(kanban, without)).toEqual(refuse('ERR_NO_PERMISSION', { plan: 'useKanban' }));
});

test('a right has to be given, but for admins', () => {
  const taken = endpoint({ right: 'exportContacts' });
  for (const profile of ['user', 'supervisor'] as const) {
    expect(mayCall(taken, account({ profile }))).toEqual(refuse('ERR_NO_PERMISSION', { right: 'exportContacts' }));
    expect(mayCall(taken, account({ profile, exportContacts: true })).ok).toBe(true);
  }
  expect(mayCall(taken, account({ super: true })).ok).toBe(false);
  expect(mayCall(taken, account({ profile: 'admin' })).ok).toBe(true);
});

test('who lacks the role is not told what the plan lacks', () => {
  expect(mayCall(endpoint({ access: 'admin', plan: 'useKanban' }), account())).toEqual(refuse('ERR_NO_PERMISSION'));
});

test('the standing of the company comes first, and an ended subscription leaves what says so', () => {
  const expired = refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate: '2026-01-31' });
  const inactive = refuse('ERR_COMPANY_INACTIVE');
  expect(mayCall(endpoint({ access: 'admin' }), account({ standing: expired }))).toEqual(expired);
  expect(mayCall(endpoint({ whenExpired: true }), account({ standing: expired })).ok).toBe(true);
  expect(mayCall(endpoint({ whenExpired: true, access: 'admin' }), account({ standing: expired }))).toEqual(refuse('ERR_NO_PERMISSION'));
  expect(mayCall(endpoint({ whenExpired: true }), account({ standing: inactive }))).toEqual(inactive);
  for (const standing of [expired, inactive]) expect(mayCall(endpoint(), account({ standing, super: true })).ok).toBe(true);
});
