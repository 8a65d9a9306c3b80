import type { PayloadOf } from '@balcao/contract';
import type { Broadcast } from '../../../platform/facts.ts';

/** What a person chose concerns nobody else. */
export function changeNews({ userId, notices }: { userId: number; notices: PayloadOf<'notices'> }): Broadcast[] {
  return [{ event: 'notices', payload: notices, rooms: [{ to: 'user', userId }] }];
}
