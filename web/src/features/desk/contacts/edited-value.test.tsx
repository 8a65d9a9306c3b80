import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/api.ts';
import { loadSentences } from '../../../platform/sentences.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { EditedValue } from './edited-value.tsx';

const opener = () => screen.getByRole('button', { name: /Editar E-mail/ });
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });

function edit(onSave: (value: string) => Promise<unknown>, text: string) {
  renderUi(<EditedValue label="E-mail" value="helena@sol.exemplo" onSave={onSave} />);
  fireEvent.click(opener());
  fireEvent.change(field(), { target: { value: text } });
}

test('Enter saves, Escape does not; either way one goes on from where one was', async () => {
  const onSave = vi.fn(async () => undefined);
  edit(onSave, ' contato@sol.exemplo ');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(document.activeElement).toBe(opener()));
  expect(onSave.mock.calls).toEqual([['contato@sol.exemplo']]);
  fireEvent.click(opener());
  fireEvent.change(field(), { target: { value: 'outro' } });
  fireEvent.keyDown(field(), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(opener()));
  expect(onSave).toHaveBeenCalledOnce();
});

test('what was typed stays when saving fails, with the reason', async () => {
  await loadSentences();
  edit(() => Promise.reject(new ApiError(400, { error: 'ERR_VALIDATION' })), 'sem arroba');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Algum campo não está como deveria. Confira e tente de novo.');
  expect(field().value).toBe('sem arroba');
});
