import type { TagView } from '@balcao/contract/tags';
import type { TicketView } from '@balcao/contract/tickets';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tagKeys } from '../../../data/tags/keys.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { TicketTags } from './ticket-tags.tsx';

const tag = (id: number, name: string) => ({ id, name, color: '#2f9249' }) as TagView;
const choices = [tag(1, 'Troca'), tag(2, 'Orçamento'), tag(3, 'Garantia')];
const ticketWith = (ids: number[]) => ({ id: 5, tags: choices.filter(({ id }) => ids.includes(id)) }) as unknown as TicketView;

type Call = { tags: number[]; answer: (status?: number) => void };
let calls: Call[];

beforeEach(() => {
  calls = [];
  vi.stubGlobal(
    'fetch',
    (_url: string, { body }: { body: string }) =>
      new Promise((resolve) => {
        const { tags } = JSON.parse(body) as { tags: number[] };
        const answer = (status = 200) =>
          resolve(new Response(JSON.stringify(status === 200 ? ticketWith(tags) : { error: 'ERR_NO_PERMISSION' }), { status }));
        calls.push({ tags, answer });
      }),
  );
});
afterEach(() => vi.unstubAllGlobals());

function drawTags() {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  cache.setQueryData(tagKeys.choices, choices);
  const onChanged = vi.fn<(ticket: TicketView) => void>();
  renderUi(
    <QueryClientProvider client={cache}>
      <TicketTags ticket={ticketWith([1])} onChanged={onChanged} />
    </QueryClientProvider>,
  );
  return onChanged;
}
async function put(name: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
  fireEvent.click(await screen.findByRole('option', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('a tag that is put on while another is on its way takes none away', async () => {
  const onChanged = drawTags();
  await put('Orçamento');
  await put('Garantia');
  calls[0]?.answer();
  await waitFor(() => expect(calls.at(-1)?.tags).toEqual([1, 2, 3]));
  fireEvent.click(screen.getByRole('button', { name: 'Tirar a tag Troca' }));
  calls[1]?.answer();
  await waitFor(() => expect(calls.at(-1)?.tags).toEqual([2, 3]));
  calls[2]?.answer();
  await waitFor(() => expect(onChanged.mock.lastCall?.[0].tags.map(({ id }) => id)).toEqual([2, 3]));
});
