import type { SessionUser } from '@balcao/contract/users';

/** What decides which tickets and records a person sees. */
export function rightsOf({ profile, allTicket, queues }: Pick<SessionUser, 'profile' | 'allTicket' | 'queues'>): string {
  return JSON.stringify([profile, allTicket, queues.map(({ id }) => id).sort((a, b) => a - b)]);
}
