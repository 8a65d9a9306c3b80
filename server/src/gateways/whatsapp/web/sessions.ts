// The linked devices that this process runs.

import { newId } from '../../../platform/chance.ts';
import type { Account } from '../port.ts';
import { type WebPatience, webPatience } from './patience.ts';
import { openSession, type Session, type SessionHooks, type SessionOptions } from './session.ts';

export type WebSessions = {
  /** The name under which this process runs sessions. */
  owner: string;
  /** Opens the session of a connection. There may be one at a time; the previous one must be closed. */
  open(
    account: Pick<Account, 'companyId' | 'connectionId'>,
    options: Omit<SessionOptions, 'url' | 'patience'>,
    hooks: SessionHooks,
  ): Promise<Session>;
  /** The session of a connection, if this process runs it and it is connected. */
  find(account: Pick<Account, 'companyId' | 'connectionId'>): Session | null;
};

export function createWebSessions(url: string, patience: WebPatience = webPatience): WebSessions {
  const sessions = new Map<string, Session>();
  const keyOf = (account: Pick<Account, 'companyId' | 'connectionId'>) => `${account.companyId}:${account.connectionId}`;
  return {
    owner: newId(),
    async open(account, options, hooks) {
      const key = keyOf(account);
      if (sessions.has(key)) throw new Error(`connection ${key} has a session already`);
      const session = await openSession(
        { ...options, url, patience },
        {
          ...hooks,
          closed(why) {
            sessions.delete(key);
            hooks.closed(why);
          },
        },
      );
      sessions.set(key, session);
      return session;
    },
    find(account) {
      const session = sessions.get(keyOf(account));
      return session?.isOpen() ? session : null;
    },
  };
}
