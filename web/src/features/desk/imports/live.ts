import type { ImportView } from '@balcao/contract/imports';
import type { QueryClient } from '@tanstack/react-query';
import { useLiveCache } from '../../../platform/live-cache.ts';
import { importKeys } from './queries.ts';

/** Brings the news about imports into the cache while the component is shown. */
export function useLiveImports(): void {
  useLiveCache('import', (cache, news) => applyImport(cache, news.import));
}

/** Puts an import among the latest; an older copy than ours is dropped. */
export function applyImport(cache: QueryClient, one: ImportView): void {
  cache.setQueryData<ImportView[]>(importKeys.latest, (imports) => {
    if (!imports) return imports;
    const held = imports.find(({ id }) => id === one.id);
    if (held && (one.updatedAt < held.updatedAt || one.processed < held.processed)) return imports;
    return held ? imports.map((other) => (other.id === one.id ? one : other)) : [one, ...imports];
  });
}
