import type { TicketView } from '@balcao/contract/tickets';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import type { InfiniteRows } from '../../../../platform/infinite-rows.ts';
import { theme } from '../../../../ui/theme.ts';
import { TicketList } from './ticket-list.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const helena = makeTicket(1, { contact: { ...makeTicket(1).contact, name: 'Helena' } });
const caio = makeTicket(2, { contact: { ...makeTicket(2).contact, name: 'Caio' } });
const listed = vi.fn();
const nothing = () => undefined;

const cache = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} env="test">
    <QueryClientProvider client={cache}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  </MantineProvider>
);

function list(...rows: TicketView[]): ReactNode {
  const pages: InfiniteRows<TicketView> = {
    rows,
    count: rows.length,
    hasMore: false,
    outdated: false,
    loadMore: nothing,
    loading: false,
    loadingMore: false,
    moreError: null,
    retryMore: nothing,
    error: null,
    retry: nothing,
  };
  return (
    <TicketList
      label="Em andamento"
      list={pages}
      order="newest"
      empty={null}
      selectedId={null}
      ownId={1}
      phone={false}
      search=""
      draftKeyOf={(id) => `draft:${id}`}
      onListed={listed}
      onAccept={nothing}
      onResolve={nothing}
      onReopen={nothing}
      onReturn={nothing}
      onTransfer={nothing}
      onPeek={null}
      onPrefetch={nothing}
      onAskAccept={nothing}
      onMenu={nothing}
      onPick={nothing}
      marks={new Map()}
      picked={new Set()}
    />
  );
}

/** The order shown, which Alt+J and Alt+K follow; the rows themselves need a height, which only a browser has. */
const order = () => listed.mock.lastCall?.[0].map(({ contact }: TicketView) => contact.name);

test('the order waits while the pointer moves over the list, and not because it rests there', () => {
  const { rerender } = render(list(helena, caio), { wrapper });
  fireEvent.pointerMove(screen.getByRole('list').parentElement as Element, { pointerType: 'mouse' });
  rerender(list(caio, helena));
  expect(order()).toEqual(['Helena', 'Caio']);
  act(() => void vi.advanceTimersByTime(1500));
  expect(order()).toEqual(['Caio', 'Helena']);
  expect(screen.queryByText('Mostrar as novidades')).toBeNull();
});

test('nor does it change before a list that is scrolled; what waits is offered', () => {
  const { rerender } = render(list(helena, caio), { wrapper });
  const scroller = screen.getByRole('list').parentElement as HTMLElement;
  scroller.scrollTop = 400;
  fireEvent.scroll(scroller);
  rerender(list(caio, helena));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(order()).toEqual(['Helena', 'Caio']);
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar as novidades' }));
  expect(order()).toEqual(['Caio', 'Helena']);
});
