import { Menu } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { lazy, type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { LateMenu, LatePopover } from './late-popup.tsx';
import { renderUi } from './test-render.tsx';

const menu = (onToggle: (opened: boolean) => void = () => undefined) =>
  renderUi(
    <LateMenu
      onToggle={onToggle}
      button={(given) => (
        <button type="button" {...given}>
          Mais ações
        </button>
      )}
    >
      <Menu.Item>Transferir</Menu.Item>
      <Menu.Item>Excluir</Menu.Item>
    </LateMenu>,
  );
const moreActions = () => screen.getByRole('button', { name: 'Mais ações' });

/** As a pointer presses it: what listens for a press outside comes before the click. */
function press(element: Element) {
  fireEvent.mouseDown(element);
  fireEvent.click(element);
}

test.each(['pointerEnter', 'focus'] as const)('what opens is made once its button is reached: %s', (reach) => {
  menu();
  expect(moreActions().nextSibling).toBeNull();
  fireEvent[reach](moreActions());
  expect(moreActions().nextSibling).not.toBeNull();
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a menu has the name of its button, and the focus until it is closed', async () => {
  const onToggle = vi.fn();
  menu(onToggle);
  act(() => moreActions().focus());
  fireEvent.click(moreActions());
  const opened = await screen.findByRole('menu', { name: 'Mais ações' });
  expect(moreActions().getAttribute('aria-expanded')).toBe('true');
  await waitFor(() => expect(opened.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? opened, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Transferir');
  fireEvent.keyDown(document.activeElement ?? opened, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Excluir');
  fireEvent.keyDown(document.activeElement ?? opened, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(moreActions()));
  expect(screen.queryByRole('menu')).toBeNull();
  expect(moreActions().getAttribute('aria-expanded')).toBe('false');
  expect(onToggle.mock.calls).toEqual([[true], [false]]);
});

test('an item closes the menu', async () => {
  menu();
  fireEvent.click(moreActions());
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Transferir' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('what the button opened it closes too, and so does a press elsewhere', async () => {
  menu();
  press(moreActions());
  await screen.findByRole('menu');
  press(moreActions());
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  press(moreActions());
  await screen.findByRole('menu');
  press(document.body);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

function WithField({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <input aria-label="Mensagem" onKeyDown={({ key }) => key === 'F2' && setOpened(true)} />
      <LatePopover
        opened={opened}
        onChange={setOpened}
        padding={8}
        button={(given) => (
          <button type="button" {...given}>
            Emoji
          </button>
        )}
      >
        {children}
        <button type="button" onClick={() => setOpened(false)}>
          Escolher
        </button>
      </LatePopover>
    </>
  );
}

test('a dialog that a key opens takes the focus from the field and gives it back', async () => {
  renderUi(
    <WithField>
      <input aria-label="Buscar emoji" />
    </WithField>,
  );
  const field = screen.getByRole('textbox', { name: 'Mensagem' });
  for (const close of ['Escape', 'a choice']) {
    act(() => field.focus());
    fireEvent.keyDown(field, { key: 'F2' });
    const opened = await screen.findByRole('dialog', { name: 'Emoji' });
    await waitFor(() => expect(opened.contains(document.activeElement)).toBe(true));
    if (close === 'Escape') fireEvent.keyDown(document.activeElement ?? opened, { key: 'Escape' });
    else fireEvent.click(screen.getByRole('button', { name: 'Escolher' }));
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

test('what comes later than its dialog gets the focus', async () => {
  let come = () => {};
  const Later = lazy(
    () =>
      new Promise<{ default: () => ReactNode }>((resolve) => {
        come = () => resolve({ default: () => <input data-autofocus aria-label="Buscar emoji" /> });
      }),
  );
  renderUi(
    <WithField>
      <Later />
    </WithField>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Emoji' }));
  const opened = await screen.findByRole('dialog', { name: 'Emoji' });
  await waitFor(() => expect(document.activeElement).toBe(opened));
  come();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Buscar emoji' })));
});
