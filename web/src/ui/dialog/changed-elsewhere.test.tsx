import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/api.ts';
import { loadSentences } from '../../platform/sentences.ts';
import { renderUi } from '../test-render.tsx';
import { mergeForm } from './changed-elsewhere.tsx';
import { FormDialog } from './form-dialog.tsx';

type Values = { name: string; email: string };
const before: Values = { name: 'Vendas', email: 'a@loja.example' };

test.each<[string, Partial<Values>, Partial<Values>, string, Partial<Values>]>([
  ['nothing new', { name: 'Loja' }, {}, 'none', { name: 'Loja' }],
  ['nothing typed', {}, { email: 'b@loja.example' }, 'loaded', { email: 'b@loja.example' }],
  ['another field', { name: 'Loja' }, { email: 'b@loja.example' }, 'beside', { name: 'Loja', email: 'b@loja.example' }],
  ['the same field', { name: 'Loja' }, { name: 'Balcão', email: 'b@loja.example' }, 'against', { name: 'Loja', email: 'b@loja.example' }],
  ['the same value', { name: 'Loja' }, { name: 'Loja' }, 'none', { name: 'Loja' }],
])('a form whose record changed: %s', (_case, typed, saved, state, values) => {
  expect(mergeForm(before, { ...before, ...typed }, { ...before, ...saved })).toEqual({ state, values: { ...before, ...values } });
});

function Example({ onSave }: { onSave: (values: Values) => Promise<unknown> }) {
  const [now, setNow] = useState<Values | null>(before);
  const form = useForm<Values>({ initialValues: before });
  return (
    <FormDialog opened onClose={vi.fn()} title="Fila" form={form} now={now} onSave={onSave}>
      <TextInput label="Nome" {...form.getInputProps('name')} />
      <TextInput label="E-mail" {...form.getInputProps('email')} />
      <button type="button" onClick={() => setNow({ name: 'Balcão', email: 'b@loja.example' })}>
        change
      </button>
      <button type="button" onClick={() => setNow(null)}>
        delete
      </button>
    </FormDialog>
  );
}

const type = (text: string) => fireEvent.change(screen.getByLabelText('Nome'), { target: { value: text } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('what another saved in the same field is replaced only after asking', async () => {
  const onSave = vi.fn(async () => undefined);
  renderUi(<Example onSave={onSave} />);
  type('Loja');
  await press('change');
  expect((await screen.findByRole('alert')).textContent).toMatch(/O que você escreveu continua aqui/);
  expect([value('Nome'), value('E-mail')]).toEqual(['Loja', 'b@loja.example']);
  await press('Salvar');
  await press('Continuar editando');
  expect(onSave).not.toHaveBeenCalled();
  await press('Salvar');
  await press('Salvar por cima');
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ name: 'Loja', email: 'b@loja.example' }));
});

test('the new values are loaded, or what was typed is kept, as the person chooses', async () => {
  const onSave = vi.fn(async () => undefined);
  renderUi(<Example onSave={onSave} />);
  type('Loja');
  await press('change');
  await press('Manter os meus');
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Salvar');
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ name: 'Loja', email: 'b@loja.example' }));
});

test('loaded, nothing is left to save or to lose', async () => {
  renderUi(<Example onSave={vi.fn()} />);
  type('Loja');
  await press('change');
  await press('Carregar os valores novos');
  expect([value('Nome'), value('E-mail')]).toEqual(['Balcão', 'b@loja.example']);
  await press('Cancelar');
  expect(screen.queryByText('Descartar alterações?')).toBeNull();
});

test('a record that is gone says so and cannot be saved; what was typed stays readable', async () => {
  renderUi(<Example onSave={vi.fn()} />);
  type('Loja');
  await press('delete');
  expect((await screen.findByRole('alert')).textContent).toMatch(/excluiu este registro/);
  expect(value('Nome')).toBe('Loja');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(true);
});

test('what another changes while a refused save is on its way is not put back by the next one', async () => {
  await loadSentences();
  let refuse = (_: Error) => {};
  const onSave = vi.fn<(values: Values) => Promise<unknown>>(() => new Promise((_, reject) => (refuse = reject)));
  renderUi(<Example onSave={onSave} />);
  type('Loja');
  await press('Salvar');
  await press('change');
  refuse(new ApiError(400, { error: 'ERR_PLAN_QUEUES_LIMIT' }));
  await screen.findByText(/limite de filas/);
  expect([value('Nome'), value('E-mail')]).toEqual(['Loja', 'b@loja.example']);
  await press('Salvar');
  expect(onSave).toHaveBeenLastCalledWith({ name: 'Loja', email: 'b@loja.example' });
});
