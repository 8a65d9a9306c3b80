import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { ApiError, isPassing } from './api.ts';
import { untilDone } from './until-done.ts';

/** Longer than for one question: these are many, and each has been tried several times. */
const firstPauseMs = 4_000;
let end = () => {};

/** Asks again for what is on the screen and was refused, until it is answered. A later call begins anew. */
export function askRefused(cache: QueryClient): void {
  end();
  let ask = async () => {};
  end = untilDone(async () => {
    await ask();
    ask = () => cache.refetchQueries(refused);
    return cache.getQueryCache().findAll(refused).length === 0;
  }, firstPauseMs);
}

/** On the screen as it was before. Where nothing is shown yet, the page says so, and has a button. */
const refused: QueryFilters = {
  type: 'active',
  predicate: ({ state: { data, error } }) => data !== undefined && error instanceof ApiError && isPassing(error),
};
