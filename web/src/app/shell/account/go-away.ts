import { api } from '../../../platform/api.ts';
import { notifyError } from '../../../platform/errors.ts';
import { keepUser } from '../../../platform/session.ts';

/** Whoever is away is given no conversations. */
export function goAway(away: boolean): void {
  void api('PUT /v1/away', { body: { away } }).then(keepUser, notifyError);
}
