import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/api.ts';
import { loadSentences } from '../../platform/sentences.ts';
import { onceMarked } from '../test-marked.ts';
import { renderUi } from '../test-render.tsx';
import { FormDialog } from './form-dialog.tsx';

function Example({ onSave, onClose }: { onSave: (values: { name: string }) => Promise<unknown>; onClose: () => void }) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value ? null : 'Obrigatório') },
    validateInputOnBlur: true,
  });
  return (
    <FormDialog opened onClose={onClose} title="Fila" form={form} onSave={onSave} fieldOfCode={{ ERR_QUEUE_NAME_ALREADY_EXISTS: 'name' }}>
      <TextInput label="Nome" {...form.getInputProps('name')} />
    </FormDialog>
  );
}

const type = (text: string) => fireEvent.change(screen.getByLabelText('Nome'), { target: { value: text } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));

test('saves once and closes', async () => {
  const onSave = vi.fn(async () => undefined);
  const onClose = vi.fn();
  renderUi(<Example onSave={onSave} onClose={onClose} />);
  save();
  expect(await screen.findByText('Obrigatório')).toBeShown();
  expect(onSave).not.toHaveBeenCalled();
  type('Vendas');
  save();
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSave).toHaveBeenCalledTimes(1);
  expect(onSave).toHaveBeenCalledWith({ name: 'Vendas' });
});

test('an error of the server stands at its field, any other above the fields', async () => {
  await loadSentences();
  const onSave = vi.fn<() => Promise<unknown>>();
  renderUi(<Example onSave={onSave} onClose={vi.fn()} />);
  type('Vendas');
  onSave.mockRejectedValueOnce(new ApiError(400, { error: 'ERR_QUEUE_NAME_ALREADY_EXISTS' }));
  save();
  await waitFor(() => expect(screen.getByLabelText('Nome').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByRole('alert')).toBeNull();
  type('Vendas 2');
  onSave.mockRejectedValueOnce(new ApiError(400, { error: 'ERR_PLAN_QUEUES_LIMIT' }));
  save();
  expect((await screen.findByRole('alert')).textContent).toMatch(/limite de filas/);
});

test('an error of the server stays when its field loses the focus, until the value is changed, and does not keep one from saving again', async () => {
  const onSave = vi.fn<() => Promise<unknown>>();
  const onClose = vi.fn();
  renderUi(<Example onSave={onSave} onClose={onClose} />);
  const refuse = async (name: string) => {
    type(name);
    onSave.mockRejectedValueOnce(new ApiError(400, { error: 'ERR_QUEUE_NAME_ALREADY_EXISTS' }));
    save();
    await waitFor(() => expect(isWrong()).toBe('true'));
  };
  const isWrong = () => screen.getByLabelText('Nome').getAttribute('aria-invalid');
  await refuse('Vendas');
  fireEvent.blur(screen.getByLabelText('Nome'));
  expect(isWrong()).toBe('true');
  type('Vendas 2');
  fireEvent.blur(screen.getByLabelText('Nome'));
  expect(isWrong()).not.toBe('true');
  await refuse('Vendas');
  fireEvent.blur(screen.getByLabelText('Nome'));
  onSave.mockResolvedValueOnce(undefined);
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSave).toHaveBeenCalledTimes(3);
});

test('changes are thrown away only after asking', async () => {
  const onClose = vi.fn();
  renderUi(<Example onSave={vi.fn()} onClose={onClose} />);
  type('Vendas');
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }));
  await waitFor(() => expect(screen.queryByText('Descartar alterações?')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('who saves again as soon as they see what was refused is heard', async () => {
  const onSave = vi.fn<() => Promise<unknown>>();
  const onClose = vi.fn();
  renderUi(<Example onSave={onSave} onClose={onClose} />);
  type('Vendas');
  onSave.mockRejectedValueOnce(new ApiError(400, { error: 'ERR_QUEUE_NAME_ALREADY_EXISTS' }));
  onSave.mockResolvedValueOnce(undefined);
  onceMarked(screen.getByLabelText('Nome'), () => screen.getByRole('button', { name: 'Salvar' }).click());
  save();
  await waitFor(() => expect(onSave).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('what is refused leaves the dialog open', async () => {
  await loadSentences();
  const onClose = vi.fn();
  renderUi(<Example onSave={() => Promise.reject(new ApiError(400, { error: 'ERR_PLAN_QUEUES_LIMIT' }))} onClose={onClose} />);
  type('Vendas');
  save();
  expect(await screen.findByRole('alert')).toBeShown();
  expect(onClose).not.toHaveBeenCalled();
});

test('a dialog that stays on the page can be saved again after a save', async () => {
  const onSave = vi.fn(async () => undefined);
  const onClose = vi.fn();
  renderUi(<Example onSave={onSave} onClose={onClose} />);
  type('Vendas');
  for (const times of [1, 2]) {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Salvar' }).hasAttribute('disabled')).toBe(false));
    save();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(times));
  }
});
