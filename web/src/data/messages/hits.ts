// What a search found in the tickets of a list. Rows that are drawn together ask together.
import { hitTicketsMax } from '@balcao/contract/message-rules';
import type { MessageHit } from '@balcao/contract/messages';
import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { nextTask } from '../../platform/next-task.ts';
import { messageKeys } from './keys.ts';

/** Where a text is in a ticket, the newest first; undefined while it loads. Without an answer there is nothing to show. */
export function useTicketHits(ticketId: number, text: string): readonly MessageHit[] | undefined {
  const { data, error } = useQuery(hitsQuery(ticketId, text));
  return data ?? (error ? none : undefined);
}

/** The newest place of a text in each of these tickets, as far as it is known and there is one. */
export function useNewestHits(ticketIds: readonly number[], text: string): ReadonlyMap<number, MessageHit> {
  const answers = useQueries({ queries: ticketIds.map((id) => hitsQuery(id, text)) });
  return new Map(answers.flatMap(({ data }) => (data?.[0] ? [[data[0].ticketId, data[0]]] : [])));
}

/** Asks beforehand, so that the tickets are shown with what was found in them. Ends when it is there, or cannot be had. */
export async function prefetchHits(cache: QueryClient, ticketIds: readonly number[], text: string): Promise<void> {
  await Promise.all(ticketIds.map((id) => cache.prefetchQuery(hitsQuery(id, text))));
}

function hitsQuery(ticketId: number, text: string) {
  return {
    queryKey: [...messageKeys.hitsOf(ticketId), text],
    queryFn: () => askTogether(ticketId, text),
    staleTime: 30_000,
  };
}

const none: readonly MessageHit[] = [];

type Batch = { ids: number[]; answer: Promise<readonly MessageHit[]> };
const gathering = new Map<string, Batch>();

async function askTogether(ticketId: number, text: string): Promise<readonly MessageHit[]> {
  const batch = gathering.get(text) ?? begin(text);
  batch.ids.push(ticketId);
  if (batch.ids.length === hitTicketsMax) gathering.delete(text);
  return (await batch.answer).filter((hit) => hit.ticketId === ticketId);
}

function begin(text: string): Batch {
  const ids: number[] = [];
  const answer = nextTask().then(() => {
    if (gathering.get(text) === batch) gathering.delete(text);
    return api('GET /v1/message-hits', { query: { ticketIds: ids, searchParam: text } });
  });
  const batch: Batch = { ids, answer };
  gathering.set(text, batch);
  return batch;
}
