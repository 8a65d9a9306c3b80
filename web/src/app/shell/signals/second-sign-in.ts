import { api } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { clearSession, sessionToken, tokenClaims, useUser } from '../../../platform/session.ts';
import { useLive } from '../../../platform/socket.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';

const leaveAfterMs = 1000;

/** Signing in on another computer ends this session. Who was not there to hear of it is told by `catchUpUser`. */
export function useSecondSignIn(): void {
  const user = useUser();
  useLive('auth', (news) => {
    // An operator who is in the company as this person stays: they are somebody else.
    if (news.user.id === user.id && !user.operator && ownSession() !== news.session) leaveFor(ownSession());
  });
}

/** Another sign-in has ended this session. The person is told here and on the login page. Their drafts stay in the browser. */
export function leaveFor(ended: string | undefined): void {
  showToast({ kind: 'warning', title: t('Sua conta foi acessada em outro computador.'), lifeMs: toastLife.administration });
  window.setTimeout(() => {
    // Another tab of this browser may be the one that signed in, or the person signed in again.
    const now = ownSession();
    if (now !== undefined && now !== ended) return;
    // The server does not end it by itself, and its cookie would be good for another session. Without an answer it ends only here.
    if (now !== undefined) api('DELETE /v1/sessions/:sessionUuid', { params: { sessionUuid: now } }).catch(() => {});
    clearSession('elsewhere');
  }, leaveAfterMs);
}

/** The session that the browser's token belongs to. */
export function ownSession(): string | undefined {
  return tokenClaims(sessionToken() ?? '').sessionId;
}
