import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../platform/live-cache.ts';
import { accountKeys } from './keys.ts';

/** The person signed in somewhere else. */
export const accountLive: Live = { auth: hearSignIn };

function hearSignIn(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: accountKeys.sessions });
}
