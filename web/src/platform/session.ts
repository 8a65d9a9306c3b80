// Who is signed in: the access token and the user. Kept outside React, and mirrored in storage keys that every tab reads.
import type { Session } from '@balcao/contract/auth';
import { type CommandId, keysOf } from '@balcao/contract/command-rules';
import { isQuiet, type NoticeKind, type NoticeTone, toneOf } from '@balcao/contract/notice-rules';
import { settingRules } from '@balcao/contract/setting-rules';
import type { ShortcutsView } from '@balcao/contract/shortcuts';
import { type Permission, can as profileCan } from '@balcao/contract/user-rules';
import type { SessionUser, UserView } from '@balcao/contract/users';
import { now } from './clock.ts';
import { readStored, useStored, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

export type SignedIn = { state: 'in'; user: SessionUser };
/** `starting`: a stored token is being checked; `unreachable`: it could not be checked, the server does not answer. */
export type SessionState = { state: 'starting' } | { state: 'unreachable' } | { state: 'out' } | SignedIn;

const store = createStore<SessionState>({ state: readStored('token') ? 'starting' : 'out' });

export function useSession(): SessionState {
  return useStore(store);
}

export function sessionState(): SessionState {
  return store.get();
}

/** The signed-in user; only for components behind the sign-in guard. */
export function useUser(): SessionUser {
  const session = useStore(store);
  if (session.state !== 'in') throw new Error('useUser is for signed-in pages');
  return session.user;
}

/** The access token, or null. Stored as JSON text, as in the other clients of this product. */
export function sessionToken(): string | null {
  const stored = readStored('token');
  if (!stored) return null;
  try {
    const token: unknown = JSON.parse(stored);
    return typeof token === 'string' && token ? token : null;
  } catch {
    return null;
  }
}

/** Stores a new session: the answer to a sign-in or a refresh. */
export function keepSession({ token, user }: Session): void {
  writeStored(endKey, null);
  writeStored('token', JSON.stringify(token));
  writeStored('companyId', String(user.companyId));
  writeStored('userId', String(user.id));
  keep(user);
}

/** What storage says of the company changes with it. */
function keep(user: SessionUser): void {
  const { dueDate, settings } = user.company;
  const campaigns = settings.some(({ key, value }) => key === 'campaignsEnabled' && value === 'true');
  writeStored('companyDueDate', dueDate ? dueDate.slice(0, 10).split('-').reverse().join('/') : null);
  writeStored('cshow', campaigns ? 'true' : null);
  store.set({ state: 'in', user });
}

/** Updates the signed-in user from the news, which contain only part of the company. */
export function keepUser(user: UserView): void {
  const session = store.get();
  if (session.state !== 'in' || session.user.id !== user.id) return;
  keep({ ...session.user, ...user, company: { ...session.user.company, ...user.company } });
}

/** Updates what rings, when, and how it sounds. */
export function keepNoticeChoices(silentNotices: NoticeKind[], noticeChoices: SessionUser['noticeChoices']): void {
  keepOwn({ silentNotices, noticeChoices });
}

/** Does this kind of news not ring for the person, at all or at this hour? */
export function isSilent(kind: NoticeKind): boolean {
  const session = store.get();
  if (session.state !== 'in') return true;
  const { silentNotices, noticeChoices, company } = session.user;
  const timeZone = company.settings.find(({ key }) => key === 'timeZone')?.value || settingRules.timeZone.default;
  return silentNotices.includes(kind) || isQuiet(noticeChoices.quiet, new Date(now()), timeZone);
}

/** What news of this kind sound like for the person; of a conversation, by its queue. */
export function chosenTone(kind: NoticeKind, queueId: number | null = null): NoticeTone {
  const session = store.get();
  return session.state === 'in' ? toneOf(session.user.noticeChoices.tones, kind, queueId) : 'none';
}

/** Updates what is given of the person, e.g. what they chose for themselves. */
export function keepOwn(own: Partial<SessionUser>): void {
  const session = store.get();
  if (session.state === 'in') keep({ ...session.user, ...own });
}

/** Updates the keys that the person chose. */
export function keepShortcuts(shortcuts: ShortcutsView): void {
  keepOwn({ shortcuts });
}

const firstKeys: ShortcutsView = { used: true, keys: {} };

/** The keys that the person chose. */
export function chosenShortcuts(): ShortcutsView {
  const session = store.get();
  return session.state === 'in' ? session.user.shortcuts : firstKeys;
}

export function useShortcuts(): ShortcutsView {
  useStore(store);
  return chosenShortcuts();
}

/** The keys that a command has for the person. */
export function currentKeys(id: CommandId): string | null {
  return keysOf(id, chosenShortcuts().keys);
}

/** Updates the company from the news. They only name its plan: another one is to be asked for, and until then the former stays. */
export function keepCompany(company: Omit<SessionUser['company'], 'plan'>): void {
  const session = store.get();
  if (session.state !== 'in' || session.user.company.id !== company.id) return;
  const { plan } = session.user.company;
  const kept = { ...session.user.company, ...company, plan: company.planId === null ? null : plan };
  keep({ ...session.user, company: kept });
}

/** Updates the plan of the company, if it is this one. */
export function keepPlan(plan: NonNullable<SessionUser['company']['plan']>): void {
  const session = store.get();
  if (session.state !== 'in' || session.user.company.planId !== plan.id) return;
  keep({ ...session.user, company: { ...session.user.company, plan } });
}

/** Updates a setting of the company. */
export function keepSetting({ key, value }: { key: string; value: string }): void {
  const session = store.get();
  if (session.state !== 'in') return;
  const { user } = session;
  const settings = [...user.company.settings.filter((setting) => setting.key !== key), { key, value }];
  keep({ ...user, company: { ...user.company, settings } });
}

export function sessionUnreachable(): void {
  store.set({ state: 'unreachable' });
}

export function sessionStarting(): void {
  store.set({ state: 'starting' });
}

/** Why a session ended without the person asking: signed in on another computer, refused by the server, or the company was suspended. */
export type SessionEnd = (typeof sessionEnds)[number];
const sessionEnds = ['elsewhere', 'ended', 'suspended'] as const;

const endKey = 'sessionEnd';

/**
 * Deletes the session in this browser. Everything else stays: choices such as theme and volume, and the person's drafts, under their own keys.
 * `why` is told on the login page, in all tabs, until somebody signs in.
 */
export function clearSession(why: SessionEnd | null = null): void {
  writeStored(endKey, why);
  for (const key of ['token', 'companyId', 'userId', 'companyDueDate', 'cshow']) writeStored(key, null);
  store.set({ state: 'out' });
}

/** Why the last session in this browser ended; null if the person left, or nobody was signed in. */
export function useSessionEnd(): SessionEnd | null {
  const [end] = useStored(endKey, '');
  return endOf(end);
}

/** As `useSessionEnd`, outside React. */
export function sessionEnd(): SessionEnd | null {
  return endOf(readStored(endKey));
}

function endOf(stored: string | null): SessionEnd | null {
  return sessionEnds.find((end) => end === stored) ?? null;
}

/** Calls `run` after each sign-out, in this tab or another one. */
export function onSignOut(run: () => void): void {
  let before = store.get().state;
  store.subscribe(() => {
    const { state } = store.get();
    if (state === 'out' && before !== 'out') run();
    before = state;
  });
}

/** The claims of an access token, unverified: when it expires and which session it belongs to. */
export function tokenClaims(token: string): { exp?: number; sessionId?: string } {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(
      new TextDecoder().decode(Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))),
    ) as { exp?: number; sessionId?: string };
  } catch {
    return {};
  }
}

/** Has the token expired? An unreadable one has not: the server decides. */
export function isTokenExpired(token: string): boolean {
  const { exp } = tokenClaims(token);
  return exp !== undefined && exp * 1000 <= now();
}

/** May the user do this? The static permissions of the profile. */
export function can(user: Pick<SessionUser, 'profile'>, permission: Permission): boolean {
  return profileCan(user.profile, permission);
}

/**
 * Follows other tabs: a sign-out there signs out here, and another user there reloads this tab.
 * Answers a function that stops it.
 */
export function followOtherTabs(reload: () => void = () => window.location.reload()): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && event.key !== 'token' && event.key !== 'userId') return;
    const session = store.get();
    if (session.state === 'in' && !readStored('token')) store.set({ state: 'out' });
    else if (session.state === 'in' && event.key === 'userId' && readStored('userId') !== String(session.user.id)) reload();
    else if (session.state === 'out' && event.key === 'userId' && readStored('token') && readStored('userId')) reload();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
