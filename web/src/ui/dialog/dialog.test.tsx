import { Menu } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { Dialog } from './dialog.tsx';

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
