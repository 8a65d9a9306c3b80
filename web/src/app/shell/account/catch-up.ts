import type { QueryClient } from '@tanstack/react-query';
import { askOwnUser } from '../../../data/account/queries.ts';
import { askAgain } from '../../../platform/live-cache.ts';
import { keepOwn, sessionState } from '../../../platform/session.ts';
import { rightsOf } from './rights.ts';

/** Asks who the person is now: until the line stood, what changed about them or the company was not heard. */
export async function catchUp(cache: QueryClient): Promise<void> {
  const before = sessionState();
  if (before.state !== 'in') return;
  const user = await askOwnUser();
  // What was heard meanwhile may be newer than the answer.
  if (sessionState() !== before) return catchUp(cache);
  keepOwn(user);
  if (rightsOf(user) !== rightsOf(before.user)) void askAgain(cache);
}
