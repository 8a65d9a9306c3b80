import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderUi } from '../ui/test-render.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { showToast, toastSuccess, toastUndo } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
  renderUi(<Toaster />);
});
afterEach(() => {
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
});

const shown = () => [...document.querySelectorAll('[data-kind] b')].map((title) => title.textContent);
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('there is one toast at a time: the latest', () => {
  act(() => void showToast({ kind: 'warning', title: 'Vence em 2 dias', lifeMs: 8000 }));
  act(() => void toastSuccess('Contato salvo'));
  expect(shown()).toEqual(['Contato salvo']);
  wait(2000);
  expect(shown()).toEqual([]);
});

test('every toast goes by itself, but not under the pointer', () => {
  act(() => void showToast({ kind: 'error', title: 'A mensagem não saiu', lifeMs: 12_000 }));
  const notice = screen.getByRole('alert');
  fireEvent.mouseEnter(notice);
  wait(60_000);
  expect(shown()).toEqual(['A mensagem não saiu']);
  fireEvent.mouseLeave(notice);
  wait(12_000);
  expect(shown()).toEqual([]);
});

test('a toast whose button has the focus stays', () => {
  act(() => void showToast({ kind: 'warning', title: 'Vence em 2 dias', lifeMs: 8000 }));
  const close = screen.getByRole('button', { name: 'Fechar aviso' });
  act(() => close.focus());
  wait(60_000);
  expect(shown()).toEqual(['Vence em 2 dias']);
  act(() => close.blur());
  wait(8000);
  expect(shown()).toEqual([]);
});

test('an undo is not pushed away by what can wait, only by a newer undo', () => {
  const undo = vi.fn();
  act(() => void toastUndo('Resolvido', 'Desfazer', undo));
  act(() => void toastSuccess('Contato salvo'));
  expect(shown()).toEqual(['Resolvido']);
  fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(shown()).toEqual(['Contato salvo']);
  act(() => void toastUndo('Devolvido', 'Desfazer', undo));
  act(() => void toastUndo('Transferido', 'Desfazer', undo));
  expect(shown()).toEqual(['Transferido']);
});
