import type { SessionUser } from '@balcao/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { renewSession } from '../../../platform/api.ts';
import { askAgain } from '../../../platform/live-cache.ts';
import { clearSession, keepCompany, keepPlan, keepSetting, keepUser, useUser } from '../../../platform/session.ts';
import { useLive } from '../../../platform/socket.ts';

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
}

/** What decides which tickets and records a person sees. */
function rightsOf({ profile, allTicket, queues }: Pick<SessionUser, 'profile' | 'allTicket' | 'queues'>): string {
  return JSON.stringify([profile, allTicket, queues.map(({ id }) => id).sort((a, b) => a - b)]);
}
