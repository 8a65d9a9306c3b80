import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { renewSession } from '../../../platform/api.ts';
import { askAgain } from '../../../platform/live-cache.ts';
import { clearSession, keepCompany, keepPlan, keepSetting, keepUser, useUser } from '../../../platform/session.ts';
import { onResync, useLive } from '../../../platform/socket.ts';
import { rightsOf } from './rights.ts';

const firstMs = 3_000;

/** When an admin changes this person's rights or the company, it takes effect at once, not at the next sign-in. */
export function useFollowOwnUser(): void {
  const cache = useQueryClient();
  const user = useUser();
  useLive('user', (news) => {
    if ('userId' in news) {
      if (news.userId === user.id) clearSession('ended');
    } else if ('user' in news) {
      keepUser(news.user);
      if (news.user.id !== user.id || rightsOf(news.user) === rightsOf(user)) return;
      void askAgain(cache);
      // Another process of the server may rely on the former rights for five seconds.
      window.setTimeout(() => void askAgain(cache), 6_000);
    }
  });
  useLive('company', ({ company }) => {
    const before = JSON.stringify([user.company.dueDate, user.company.status, user.company.planId]);
    keepCompany(company);
    if (before === JSON.stringify([company.dueDate, company.status, company.planId])) return;
    // Another plan comes with the session.
    if (company.planId !== user.company.planId) void renewSession().catch(() => undefined);
    void askAgain(cache);
  });
  useLive('company-plan', (news) => {
    if (news.action !== 'delete') keepPlan(news.plan);
  });
  useLive('settings', ({ setting }) => keepSetting(setting));
  useEffect(
    () =>
      onResync((since) => {
        const ask = () => void import('./catch-up.ts').then(({ catchUp }) => catchUp(cache)).catch(() => undefined);
        if (since) ask();
        // As the app is opened the list comes first.
        else window.setTimeout(ask, firstMs);
      }),
    [cache],
  );
}
