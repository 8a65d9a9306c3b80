import { t } from '../../platform/i18n.ts';
import { sessionToken, tokenClaims, useUser } from '../../platform/session.ts';
import { useLive } from '../../platform/socket.ts';
import { showToast } from '../../platform/toast.ts';

const leaveAfterMs = 1000;

/** Signing in on another computer ends this session. The person is told, then the browser's storage is cleared and the page reloads. */
export function useSecondSignIn(): void {
  const user = useUser();
  useLive('auth', (news) => {
    if (news.user.id !== user.id || isOwn(news.session)) return;
    showToast({ kind: 'warning', title: t('Sua conta foi acessada em outro computador.'), lifeMs: null });
    window.setTimeout(() => {
      // Another tab of this browser may be the one that signed in; its answer has arrived by now.
      if (isOwn(news.session)) return;
      localStorage.clear();
      window.location.reload();
    }, leaveAfterMs);
  });
}

function isOwn(session: string): boolean {
  return tokenClaims(sessionToken() ?? '').sessionId === session;
}
