import { Menu } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { confirmDelete } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { SidePanel } from './side-panel.tsx';

type Step = 'closed' | 'loading' | 'loaded';

function Example() {
  const [step, setStep] = useState<Step>('closed');
  const close = () => setStep('closed');
  return (
    <>
      <button type="button" onClick={() => setStep('loading')}>
        Abrir
      </button>
      <Menu>
        <Menu.Target>
          <button type="button">Ações</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setStep('loaded')}>Editar</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {step === 'loading' && (
        <Dialog opened onClose={close} title="Carregando">
          <button type="button" onClick={() => setStep('loaded')}>
            Pronto
          </button>
        </Dialog>
      )}
      {step === 'loaded' && (
        <Dialog opened onClose={close} title="Fila">
          <input aria-label="Nome" data-autofocus />
        </Dialog>
      )}
    </>
  );
}

const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));
const open = (button: HTMLElement) => {
  button.focus();
  fireEvent.click(button);
};
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

test.each([
  ['a dialog', Dialog],
  ['a panel', SidePanel],
])('%s has its name from the first moment, before it is tied to its title', async (_what, Layer) => {
  renderUi(
    <Layer opened onClose={() => undefined} title="Fila">
      Vendas
    </Layer>,
  );
  expect((await screen.findByRole('dialog')).getAttribute('aria-label')).toBe('Fila');
});

test('the focus goes back to what opened the dialog, though another took its place', async () => {
  renderUi(<Example />);
  const opener = screen.getByRole('button', { name: 'Abrir' });
  open(opener);
  open(await screen.findByRole('button', { name: 'Pronto' }));
  await focused(await screen.findByLabelText('Nome'));
  pressEscape();
  await focused(opener);
});

test('the focus goes back to the menu whose item opened the dialog', async () => {
  renderUi(<Example />);
  const menu = screen.getByRole('button', { name: 'Ações' });
  open(menu);
  open(await screen.findByRole('menuitem', { name: 'Editar' }));
  await focused(await screen.findByLabelText('Nome'));
  pressEscape();
  await focused(menu);
});

test('every deletion asks the same question, and says what else goes with it', async () => {
  renderUi(null);
  const asked = async (name: string) => (await screen.findByRole('dialog', { name })).textContent;
  act(() => void confirmDelete('Excluir Vendas?'));
  expect(await asked('Excluir Vendas?')).toContain('Deseja realmente excluir este registro?');
  const answers: boolean[] = [];
  act(() => void confirmDelete('Excluir Suporte?', 'As conversas desta fila ficam sem fila.').then((yes) => answers.push(yes)));
  expect(await asked('Excluir Suporte?')).toContain('Deseja realmente excluir este registro? As conversas desta fila ficam sem fila.');
  fireEvent.click(screen.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(answers).toEqual([true]));
});
