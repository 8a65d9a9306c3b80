import { useQuery } from '@tanstack/react-query';
import { neverNews } from '../../platform/live-cache.ts';
import { callAsProgram } from '../../platform/program-call.ts';

/** `name` identifies the call. */
export type ReferenceEntry = { method: string; path: string; name: string; scope: string | null };

type Document = { paths: Record<string, Record<string, { operationId: string; tags: string[]; 'x-scope'?: string }>> };

/** What programs may call with a key, as the reference has it. */
export function useApiReference() {
  return useQuery({
    queryKey: ['api-reference'],
    queryFn: async ({ signal }) => entriesOf(JSON.parse((await callAsProgram('GET', '/docs/openapi.json', { signal })).text) as Document),
    meta: neverNews,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function entriesOf({ paths }: Document): ReferenceEntry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes('public-api'))
      .map(([method, { operationId: name, 'x-scope': scope }]) => ({ method: method.toUpperCase(), path, name, scope: scope ?? null })),
  );
}
