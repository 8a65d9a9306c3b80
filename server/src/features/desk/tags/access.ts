import type { CountedTag } from '@balcao/contract/tags';
import type { Broadcast } from '../../../platform/facts.ts';

type Caller = { kind: 'system' } | { kind: 'user'; profile: string };

/** May the caller decide which tags are lanes of the board? */
export function mayMakeLanes(caller: Caller): boolean {
  return caller.kind === 'system' || caller.profile === 'admin' || caller.profile === 'supervisor';
}

/** Everybody hears of tags. The tags page of existing clients listens to another event name. */
export function tagNews(action: 'create' | 'update', tag: CountedTag): Broadcast[] {
  return [
    { event: 'tag', payload: { action, tag }, rooms: [{ to: 'company' }] },
    { event: 'tagsPage', payload: { action, tags: tag }, rooms: [{ to: 'company' }] },
  ];
}
