import { act, renderHook, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSession } from '../platform/session.ts';
import { writeStored } from '../platform/storage.ts';
import { testSession } from '../platform/test-session.ts';
import { renderUi } from '../ui/test-render.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { useViewer } from './page-access.ts';
import { PageGate } from './page-gate.tsx';
import { type PageEntry, pages } from './pages.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  // Notices go.
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
});

const told = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.';
const { company, ...person } = testSession().user;

/** Opens a page as somebody whose plan has campaigns, or whose company has none. */
function open(page: PageEntry, { planned = true } = {}) {
  const plan = planned ? company.plan : null;
  keepSession(testSession({ user: { ...person, company: { ...company, plan } } }));
  return renderUi(
    <MemoryRouter initialEntries={[page.path]}>
      <Toaster />
      <Routes>
        <Route path="/" element="Início" />
        <Route path={page.path} element={<PageGate rule={page}>A página</PageGate>} />
      </Routes>
    </MemoryRouter>,
  );
}

test('who may open a page sees it, and stays', () => {
  open(pages.campaigns);
  act(() => void vi.advanceTimersByTime(5000));
  expect(screen.getByText('A página')).toBeShown();
  expect(screen.queryByText(told)).toBeNull();
});

test('whose plan lacks it is told so, and sent to the start after a second', () => {
  open(pages.campaigns, { planned: false });
  expect(screen.getByRole('alert').textContent).toContain(told);
  expect(screen.queryByText('A página')).toBeNull();
  act(() => void vi.advanceTimersByTime(999));
  expect(screen.queryByText('Início')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('Início')).toBeShown();
});

test('the key of the campaigns counts from the moment it is gone', () => {
  open(pages.campaigns);
  act(() => writeStored('cshow', null));
  expect(screen.getByRole('alert').textContent).toContain(told);
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByText('Início')).toBeShown();
});

test('an operator who lacks the second factor that operators must have is none', () => {
  const operator = { ...person, company, super: true };
  const gate = (secondFactor: { on: boolean; required: boolean }) => {
    keepSession(testSession({ user: { ...operator, secondFactor } }));
    const { result, unmount } = renderHook(() => useViewer());
    unmount();
    return result.current.super;
  };
  expect([gate({ on: false, required: true }), gate({ on: true, required: true }), gate({ on: false, required: false })]).toEqual([
    false,
    true,
    true,
  ]);
});

test('what is for admins is not found by others', () => {
  open(pages.users);
  expect(screen.getByText('Página não encontrada')).toBeShown();
  act(() => void vi.advanceTimersByTime(5000));
  expect(screen.queryByText('Início')).toBeNull();
});
