import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { askAgain } from '../../../platform/live-cache.ts';
import { clearSession, keepCompany, keepPlan, keepSetting, keepUser, useUser } from '../../../platform/session.ts';
import { onResync, useLive } from '../../../platform/socket.ts';
import { catchUpUser } from './catch-up.ts';
import { rightsOf } from './rights.ts';

const firstMs = 3_000;

/** When an admin changes this person's rights or the company, it takes effect at once, not at the next sign-in. */
export function useFollowOwnUser(): void {
  const cache = useQueryClient();
  const user = useUser();
  const ask = () => catchUpUser(cache);
  const askForAll = () => {
    void askAgain(cache);
    // Another process of the server may rely on the former rights for five seconds.
    window.setTimeout(() => void askAgain(cache), 6_000);
  };
  useLive('user', (news) => {
    if ('userId' in news) {
      if (news.userId === user.id) clearSession('ended');
    } else if ('user' in news) {
      keepUser(news.user);
      // The news do not say whether an operator has the second factor that operators must have.
      if (news.user.id === user.id && news.user.super) ask();
      if (news.user.id !== user.id || rightsOf(news.user) === rightsOf(user)) return;
      askForAll();
    }
  });
  useLive('company', ({ company }) => {
    const before = JSON.stringify([user.company.dueDate, user.company.status, user.company.planId]);
    keepCompany(company);
    if (before === JSON.stringify([company.dueDate, company.status, company.planId])) return;
    askForAll();
    // The news only name another plan, and while the subscription had ended, others were not heard.
    ask();
  });
  useLive('company-plan', (news) => {
    if (news.action !== 'delete') keepPlan(news.plan);
  });
  useLive('settings', ({ setting }) => keepSetting(setting));
  const onConnect = useEffectEvent((since?: string) => {
    if (since) ask();
    // As the app is opened the list comes first.
    else window.setTimeout(ask, firstMs);
  });
  useEffect(() => onResync((since) => onConnect(since)), []);
}
