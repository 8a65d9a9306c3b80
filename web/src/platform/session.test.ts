import { beforeEach, expect, test, vi } from 'vitest';
import {
  can,
  clearSession,
  followOtherTabs,
  isTokenExpired,
  keepCompany,
  keepOwn,
  keepSession,
  keepSetting,
  keepUser,
  sessionState,
  sessionToken,
  tokenClaims,
} from './session.ts';
import { daysUntil } from './sign-in.ts';
import { testSession, testToken } from './test-session.ts';

beforeEach(() => clearSession());

test('a session is mirrored in the storage keys that clients share', () => {
  keepSession(testSession({ token: 'abc' }));
  expect({ ...localStorage }).toMatchObject({ token: '"abc"', companyId: '3', userId: '7', companyDueDate: '14/03/2027', cshow: 'true' });
  expect(sessionToken()).toBe('abc');
});

test('without campaigns there is no cshow, without due date no companyDueDate', () => {
  const session = testSession();
  keepSession({ ...session, user: { ...session.user, company: { ...session.user.company, dueDate: null, settings: [] } } });
  expect(localStorage.getItem('cshow')).toBeNull();
  expect(localStorage.getItem('companyDueDate')).toBeNull();
});

test('signing out forgets the session and keeps the choices', () => {
  localStorage.setItem('volume', '0.4');
  keepSession(testSession());
  clearSession();
  expect(sessionState()).toEqual({ state: 'out' });
  expect({ ...localStorage }).toEqual({ volume: '0.4' });
});

test('news about the own user keep what they do not carry', () => {
  const { user } = testSession();
  keepSession(testSession());
  keepUser({ ...user, profile: 'admin', company: { id: 3, name: 'Vértice', dueDate: null } });
  const session = sessionState();
  expect(session.state === 'in' && session.user).toMatchObject({
    profile: 'admin',
    company: { name: 'Vértice', dueDate: null, settings: [{ key: 'campaignsEnabled' }] },
  });
  keepUser({ ...user, id: 99, name: 'Outra pessoa' });
  expect(sessionState()).toBe(session);
});

test('a setting of the company is the new one at once', () => {
  keepSetting({ key: 'timeZone', value: 'America/Manaus' });
  expect(sessionState()).toEqual({ state: 'out' });
  keepSession(testSession());
  for (const value of ['America/Manaus', 'America/Recife']) keepSetting({ key: 'timeZone', value });
  const session = sessionState();
  expect(session.state === 'in' && session.user.company.settings).toEqual([
    { key: 'campaignsEnabled', value: 'true' },
    { key: 'timeZone', value: 'America/Recife' },
  ]);
});

test('whether there are campaigns, and until when the company has paid, is stored as it changes', () => {
  keepSession(testSession());
  keepSetting({ key: 'campaignsEnabled', value: 'false' });
  expect(localStorage.getItem('cshow')).toBeNull();
  keepSetting({ key: 'campaignsEnabled', value: 'true' });
  expect(localStorage.getItem('cshow')).toBe('true');
  keepOwn({ company: { ...testSession().user.company, dueDate: '2027-04-14', settings: [] } });
  expect([localStorage.getItem('cshow'), localStorage.getItem('companyDueDate')]).toEqual([null, '14/04/2027']);
  keepOwn({ company: { ...testSession().user.company, dueDate: null } });
  expect(localStorage.getItem('companyDueDate')).toBeNull();
});

test('a company that has no plan any more is known to have none at once', () => {
  keepSession(testSession());
  const { plan: _, ...company } = { ...testSession().user.company, planId: null };
  keepCompany(company);
  expect(sessionState()).toMatchObject({ user: { company: { planId: null, plan: null } } });
});

test('signing out in another tab signs out here; another user there reloads', () => {
  const reload = vi.fn();
  const stop = followOtherTabs(reload);
  keepSession(testSession());
  localStorage.setItem('userId', '8');
  window.dispatchEvent(new StorageEvent('storage', { key: 'userId' }));
  expect(reload).toHaveBeenCalledOnce();
  localStorage.removeItem('token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(sessionState()).toEqual({ state: 'out' });
  stop();
});

test('a token tells when it ends and which session it belongs to', () => {
  expect(tokenClaims(testToken({ sessionId: 'one', exp: 5 }))).toEqual({ sessionId: 'one', exp: 5 });
  expect(isTokenExpired(testToken({ exp: 1 }))).toBe(true);
  expect(isTokenExpired(testToken({ exp: 4_000_000_000 }))).toBe(false);
  expect(isTokenExpired('not a token')).toBe(false);
});

test('only admins have the static permissions', () => {
  expect(can({ profile: 'admin' }, 'ticket-options:deleteTicket')).toBe(true);
  expect(can({ profile: 'supervisor' }, 'ticket-options:deleteTicket')).toBe(false);
  expect(can({ profile: 'user' }, 'drawer-admin-items:view')).toBe(false);
});

test('the days left count whole days from today', () => {
  const evening = new Date(2026, 10, 21, 22, 30).getTime();
  expect(daysUntil('2026-11-21', evening)).toBe(0);
  expect(daysUntil('2026-11-25', evening)).toBe(4);
  expect(daysUntil('2026-11-20', evening)).toBe(-1);
  expect(daysUntil(null, evening)).toBeNull();
});
