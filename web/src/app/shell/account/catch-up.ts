import type { QueryClient } from '@tanstack/react-query';
import { askOwnUser } from '../../../data/account/queries.ts';
import { askAgain } from '../../../platform/live-cache.ts';
import { keepOwn, sessionState } from '../../../platform/session.ts';
import { untilDone } from '../../../platform/until-done.ts';
import { leaveFor, ownSession } from '../signals/second-sign-in.ts';
import { rightsOf } from './rights.ts';

let stop = () => {};

/** Asks who the person is now, until it is answered: what changed about them or the company before the line stood was not heard. */
export function catchUpUser(cache: QueryClient): void {
  stop();
  stop = untilDone(() => catchUp(cache));
}

/** Answers false if it must be asked again: what was heard meanwhile may be newer than the answer. */
async function catchUp(cache: QueryClient): Promise<boolean> {
  const before = sessionState();
  if (before.state !== 'in') return true;
  const session = ownSession();
  const { user, signedInElsewhere } = await askOwnUser();
  // Once another tab has signed somebody else in, the answer is about them, and this tab is loaded anew.
  if (user.id !== before.user.id) return true;
  if (ownSession() !== session) return false;
  if (signedInElsewhere) {
    leaveFor(session);
    return true;
  }
  if (sessionState() !== before) return false;
  keepOwn(user);
  if (rightsOf(user) !== rightsOf(before.user)) void askAgain(cache);
  return true;
}
