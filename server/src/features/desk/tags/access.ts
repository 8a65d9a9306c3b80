import type { CountedTag } from '@balcao/contract/tags';
import type { Actor } from '../../../platform/context.ts';
import type { Broadcast } from '../../../platform/facts.ts';

/** May the caller decide which tags are lanes of the board? */
export function mayMakeLanes(actor: Actor): boolean {
  return actor.kind === 'system' || actor.profile === 'admin' || actor.profile === 'supervisor';
}

/** Everybody hears of tags. The tags page of existing clients listens to another event name. */
export function tagNews(action: 'create' | 'update', tag: CountedTag): Broadcast[] {
  return [
    { event: 'tag', payload: { action, tag }, rooms: [{ to: 'company' }] },
    { event: 'tagsPage', payload: { action, tags: tag }, rooms: [{ to: 'company' }] },
  ];
}
