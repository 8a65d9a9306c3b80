// The pages of the subscription: how long the trial lasts, what the next payment costs, and that it was made.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { clearSession, keepSession } from '../../platform/session.ts';
import { refused, serve } from '../../platform/test-server.ts';
import { testSession } from '../../platform/test-session.ts';
import { renderUi } from '../../ui/test-render.tsx';
import { BillingPage } from './billing-page.tsx';
import { SubscriptionPage } from './subscription-page.tsx';

const at = '2026-11-21T12:00:00.000Z';
const { company } = testSession().user;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

afterEach(() => {
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

function open(path: string, terms: Partial<typeof company> = {}) {
  keepSession(testSession({ user: { profile: 'admin', company: { ...company, ...terms } } }));
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderUi(
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={[path]}>{path === '/subscription' ? <SubscriptionPage /> : <BillingPage />}</MemoryRouter>
    </QueryClientProvider>,
  );
}

test('the trial is spoken of while it is the last day, and not once an operator set another one', () => {
  open('/subscription', { trialExpiration: day(2), dueDate: day(2) });
  expect(screen.getByText(/Seu período de teste termina em/)).toBeShown();
  cleanup();
  open('/subscription', { trialExpiration: day(-40), dueDate: day(25) });
  expect(screen.queryByText(/Seu período de teste/)).toBeNull();
  expect(screen.getByText(/Sua assinatura vale até/)).toBeShown();
});

test('what is over is said to be over, a trial and a subscription', () => {
  open('/subscription', { trialExpiration: day(-4), dueDate: day(-4) });
  expect(screen.getByText(/Seu período de teste terminou em/)).toBeShown();
  expect(screen.queryByText(/termina em/)).toBeNull();
  cleanup();
  open('/subscription', { trialExpiration: day(-40), dueDate: day(-4) });
  expect(screen.getByText(/Sua assinatura venceu em/)).toBeShown();
  expect(screen.queryByText(/vale até/)).toBeNull();
});

test('a company without time and without invoices is led to paying; one that has time is not', async () => {
  serve({ 'GET /invoices/all': { invoices: [], count: 0, hasMore: false } });
  open('/financeiro', { dueDate: day(-9) });
  expect((await screen.findByRole('link', { name: 'Assine Agora!' })).getAttribute('href')).toBe('/financeiro?pagar=nova');
  expect(screen.getByText('Venceu em')).toBeShown();
  cleanup();
  open('/financeiro', { dueDate: day(25) });
  expect(await screen.findByText(/aparece aqui vinte dias antes/)).toBeShown();
  expect(screen.queryByRole('link', { name: 'Assine Agora!' })).toBeNull();
});

test('the next payment says what it costs, and that it was made, also when the news of it were lost', async () => {
  const invoice = {
    id: 12,
    detail: 'Plano 1',
    value: 90,
    dueDate: '2027-03-14',
    status: 'open',
    recurrence: 'TRIMESTRAL',
    companyId: 3,
    paidAt: null,
    renewedTo: null,
    createdAt: at,
    updatedAt: at,
  };
  const charge = {
    txid: 'a'.repeat(32),
    invoiceId: 12,
    status: 'ATIVA',
    valor: { original: '90.00' },
    calendario: { criacao: at, expiracao: 1800 },
    solicitacaoPagador: '#Fatura:12',
    qrcode: { qrcode: '000201-pix', imagemQrcode: '' },
    expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
  };
  serve({
    'GET /invoices/all': { invoices: [], count: 0, hasMore: false },
    'GET /invoices/12': invoice,
    'POST /subscription': charge,
    'POST /v1/invoices/12/check': { ...invoice, status: 'paid', paidAt: at, renewedTo: '2027-06-14' },
  });
  open('/financeiro?pagar=nova', {
    recurrence: 'TRIMESTRAL',
    billingName: 'Vértice',
    addressStreet: 'Rua 1',
    addressCity: 'Blumenau',
    addressZipCode: '89010-000',
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Próximo' }));
  // The focus goes along, or the keyboard would begin the page again.
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Revisar' }));
  // Three months of the plan.
  await waitFor(() => expect(screen.getAllByText(/R\$\s*90,00/).length).toBeGreaterThan(0));
  fireEvent.click(screen.getByRole('button', { name: 'Assinar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Já paguei' }));
  expect(await screen.findByText('Pagamento confirmado')).toBeShown();
});

test('what is missing of the payer is asked for before the last look, and a document that is needed at its field', async () => {
  // On a busy machine the next frame may come before React has drawn what was set.
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => {
    queueMicrotask(() => draw(0));
    return 0;
  });
  serve({
    'GET /invoices/all': { invoices: [], count: 0, hasMore: false },
    'POST /subscription': refused('ERR_BILLING_DOCUMENT', 400),
  });
  open('/financeiro?pagar=nova');
  fireEvent.click(await screen.findByRole('button', { name: 'Próximo' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Dados da nota' }));
  for (const [name, value] of [
    ['Nome completo', 'Marina Duarte'],
    ['Endereço', 'Rua das Acácias, 10'],
    ['Cidade', 'Joinville'],
    ['CEP', '89201-000'],
  ] as const) {
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Próximo' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Assinar' }));
  const field = await screen.findByRole('textbox', { name: 'CPF ou CNPJ' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByText('Diga o CPF ou CNPJ de quem paga.')).toBeShown();
  fireEvent.change(field, { target: { value: '529.982.247-25' } });
  fireEvent.click(screen.getByRole('button', { name: 'Próximo' }));
  expect(await screen.findByRole('heading', { name: 'Revisar' })).toBeShown();
  expect(screen.queryByText('Diga o CPF ou CNPJ de quem paga.')).toBeNull();
  frames.mockRestore();
});
