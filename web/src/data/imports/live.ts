import type { ImportView } from '@balcao/contract/imports';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import { importKeys } from './keys.ts';

export const importsLive: Live = {
  import: (cache, news) => applyImport(cache, news.import),
  ContactList: (cache, news) => {
    // Those into it go nowhere any more.
    if (news.action === 'delete') refreshSoon(cache, importKeys.latest);
  },
};

/** Puts an import among the latest; an older copy than ours is dropped. */
export function applyImport(cache: QueryClient, one: ImportView): void {
  changeHeld<ImportView[]>(cache, importKeys.latest, (imports) => {
    const held = imports.find(({ id }) => id === one.id);
    if (held && (one.updatedAt < held.updatedAt || one.processed < held.processed)) return imports;
    return held ? imports.map((other) => (other.id === one.id ? one : other)) : [one, ...imports];
  });
}
