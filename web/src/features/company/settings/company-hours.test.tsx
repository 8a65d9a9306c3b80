import type { CompanyView } from '@balcao/contract/companies';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { testSession } from '../../../platform/test-session.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { CompanyHours } from './company-hours.tsx';

let company: CompanyView;
/** What was saved, with how to answer it. */
let saves: { body: Partial<CompanyView>; answer: () => void }[];

beforeEach(() => {
  const { user } = testSession();
  keepSession(testSession({ user: { profile: 'admin' } }));
  company = { ...user.company, id: 3, schedules: [], holidays: [] };
  saves = [];
  vi.stubGlobal('fetch', (_url: string, { method, body }: { method: string; body: string }) => {
    if (method === 'GET') return Promise.resolve(new Response(JSON.stringify(company)));
    return new Promise((resolve) => {
      const saved = JSON.parse(body) as Partial<CompanyView>;
      const answer = () => {
        company = { ...company, ...saved, updatedAt: '2026-11-21T12:00:00.000Z' };
        resolve(new Response(JSON.stringify(company)));
      };
      saves.push({ body: saved, answer });
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
  clearSession();
});

const draw = (cache = new QueryClient()) =>
  renderUi(
    <QueryClientProvider client={cache}>
      <CompanyHours />
    </QueryClientProvider>,
  );
const monday = () => screen.findByLabelText<HTMLInputElement>('Segunda-feira: início');
const type = async (value: string) => fireEvent.change(await monday(), { target: { value } });

test('hours that are not saved are still there when the person comes back to them', async () => {
  const { unmount } = draw();
  await type('08:00');
  unmount();
  draw();
  expect((await monday()).value).toBe('08:00');
  expect(screen.getByText(/Corrija os horários|Alterações não salvas/)).toBeShown();
});

test('what is changed while hours are being saved is not taken for saved', async () => {
  draw();
  await type('08:00');
  fireEvent.change(screen.getByLabelText('Segunda-feira: fim'), { target: { value: '18:00' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saves).toHaveLength(1));
  await type('09:00');
  saves[0]?.answer();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Salvar' }).getAttribute('data-loading')).toBeNull());
  expect((await monday()).value).toBe('09:00');
  expect(screen.getByText('Alterações não salvas')).toBeShown();
  expect(screen.queryByText(/Outra pessoa/)).toBeNull();
});
