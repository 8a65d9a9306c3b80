import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/api.ts';
import { renderUi } from '../test-render.tsx';
import { DataTable } from './data-table.tsx';

const rows = [
  { id: 1, name: 'Vendas' },
  { id: 2, name: 'Assistência' },
];
const columns = [{ id: 'name', header: 'Nome', cell: (row: (typeof rows)[number]) => row.name }];
const list = { rows, error: null, retry: () => undefined };

test('a row opens by click and by Enter, and the arrows walk', () => {
  const onOpen = vi.fn();
  renderUi(<DataTable label="Filas" columns={columns} list={list} nameOf={(row) => row.name} onOpen={onOpen} empty="" />);
  const [, first, second] = screen.getAllByRole('row');
  if (!first || !second) throw new Error('two rows are expected');
  fireEvent.click(within(first).getByText('Vendas'));
  expect(onOpen).toHaveBeenLastCalledWith(rows[0]);
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(second, { key: 'Enter' });
  expect(onOpen).toHaveBeenLastCalledWith(rows[1]);
});

test('the menu of a row acts without opening the row', async () => {
  const onOpen = vi.fn();
  const remove = vi.fn();
  renderUi(
    <DataTable
      label="Filas"
      columns={columns}
      list={list}
      nameOf={(row) => row.name}
      onOpen={onOpen}
      actions={(row) => [{ label: 'Excluir', onClick: () => remove(row.id) }]}
      empty=""
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Ações de Assistência' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  expect(remove).toHaveBeenCalledWith(2);
  expect(onOpen).not.toHaveBeenCalled();
});

test('empty and failed lists say so', () => {
  const retry = vi.fn();
  const { unmount } = renderUi(
    <DataTable label="Filas" columns={columns} list={{ ...list, rows: [] }} nameOf={(row) => row.name} empty="Crie a primeira" />,
  );
  expect(screen.getByText('Crie a primeira')).toBeShown();
  unmount();
  renderUi(
    <DataTable
      label="Filas"
      columns={columns}
      list={{ rows: undefined, error: new ApiError(0, { error: 'ERR_NETWORK' }), retry }}
      nameOf={(row) => row.name}
      empty=""
    />,
  );
  expect(screen.getByText(/Sem conexão com o servidor/)).toBeShown();
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(retry).toHaveBeenCalled();
});
