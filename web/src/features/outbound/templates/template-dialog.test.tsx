import type { TemplateView } from '@balcao/contract/templates';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { templateKeys } from '../../../data/templates/keys.ts';
import { makeTicket } from '../../../data/tickets/test-tickets.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { TemplateDialog } from './template-dialog.tsx';

const content = { header: null, body: 'Olá {{1}}, o pedido {{2}} saiu.', footer: null, buttons: [], unsupported: null };

function open(given: Partial<TemplateView['content']> = {}) {
  const template = {
    ...{ id: 1, whatsappId: 1, name: 'pedido', language: 'pt_BR', category: 'UTILITY', status: 'APPROVED' },
    ...{ reason: null, quality: 'GREEN', updatedAt: '2026-11-21T09:00:00.000Z' },
    content: { ...content, ...given },
  };
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const page = { templates: [template], count: 1, hasMore: false };
  cache.setQueryData(templateKeys.page(1, '', true), { pages: [page], pageParams: [1] });
  const whatsapp = { id: 1, name: 'Oficial' } as never;
  renderUi(
    <QueryClientProvider client={cache}>
      <TemplateDialog ticket={makeTicket(1, { whatsapp })} timeZone="America/Sao_Paulo" onClose={vi.fn()} />
    </QueryClientProvider>,
  );
}
const focused = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()));
const choose = () => fireEvent.click(screen.getByRole('button', { name: /pedido/ }));

test('the caret begins in the search, then in the first field, and goes to the one that is wrong', async () => {
  open();
  await focused(() => screen.getByRole('searchbox', { name: 'Buscar modelo' }));
  choose();
  const [name, order] = (await screen.findAllByRole('textbox')) as [HTMLElement, HTMLElement];
  await focused(() => name);
  const send = screen.getByRole('button', { name: 'Enviar' });
  send.focus();
  fireEvent.click(send);
  await focused(() => order);
  expect(order.getAttribute('aria-invalid')).toBe('true');
});

test('a template with a file begins there', async () => {
  open({ header: { format: 'IMAGE' }, body: 'Vitrine nova' });
  await screen.findByRole('searchbox');
  choose();
  await focused(() => screen.getByLabelText(/Arquivo do cabeçalho/));
});

test('a template without variables begins at sending it', async () => {
  open({ body: 'Até amanhã' });
  await screen.findByRole('searchbox');
  choose();
  await focused(() => screen.getByRole('button', { name: 'Enviar' }));
});
