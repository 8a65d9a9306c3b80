import type { ShortcutsView } from '@balcao/contract/shortcuts';
import type { Broadcast } from '../../../platform/facts.ts';

/** What a person chose concerns nobody else. */
export function changeNews({ userId, shortcuts }: { userId: number; shortcuts: ShortcutsView }): Broadcast[] {
  return [{ event: 'shortcuts', payload: shortcuts, rooms: [{ to: 'user', userId }] }];
}
