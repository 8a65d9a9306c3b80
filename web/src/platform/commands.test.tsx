import { fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenForCommands, useCommand, useCommands, useReachable } from './commands.ts';
import { clearSession, keepSession, keepShortcuts } from './session.ts';
import { keyDown } from './test-keys.ts';
import { testSession } from './test-session.ts';

const resolve = vi.fn();
const contacts = vi.fn();
function Page({ go = true }: { go?: boolean }) {
  useCommand('ticket.resolve', 'Resolver', resolve);
  useCommands(go ? [{ id: 'go.contacts', label: 'Contatos', run: contacts }] : []);
  return (
    <>
      <output>
        {useReachable()
          .map(({ label }) => label)
          .join(', ')}
      </output>
      <input aria-label="campo" />
    </>
  );
}
let stop = () => {};
beforeEach(() => {
  keepSession(testSession());
  stop = listenForCommands();
  vi.clearAllMocks();
});
afterEach(() => {
  stop();
  clearSession();
});
const press = (init: KeyboardEventInit, target: Element = document.body) => fireEvent(target, keyDown(init));
const altE = { key: 'e', code: 'KeyE', altKey: true };

test('a command is reached while it is offered', () => {
  const { getByRole, unmount, rerender } = render(<Page />);
  expect(getByRole('status').textContent).toBe('Resolver, Contatos');
  press(altE, getByRole('textbox'));
  expect(resolve).toHaveBeenCalledTimes(1);
  rerender(<Page go={false} />);
  expect(getByRole('status').textContent).toBe('Resolver');
  unmount();
  press(altE);
  expect(resolve).toHaveBeenCalledTimes(1);
});

test('two letters, one after the other, lead to a page, but not while one types', () => {
  const { getByRole } = render(<Page />);
  press({ key: 'g' });
  press({ key: 'c' });
  expect(contacts).toHaveBeenCalledTimes(1);
  press({ key: 'c' });
  press({ key: 'g' }, getByRole('textbox'));
  press({ key: 'c' }, getByRole('textbox'));
  press({ key: 'g' });
  press({ key: 'x' });
  press({ key: 'c' });
  expect(contacts).toHaveBeenCalledTimes(1);
});

test('the keys are those that the person chose; switched off, none works', () => {
  render(<Page />);
  keepShortcuts({ used: true, keys: { 'ticket.resolve': 'Alt+R' } });
  press(altE);
  expect(resolve).not.toHaveBeenCalled();
  press({ key: 'r', code: 'KeyR', altKey: true });
  expect(resolve).toHaveBeenCalledTimes(1);
  keepShortcuts({ used: false, keys: {} });
  press(altE);
  expect(resolve).toHaveBeenCalledTimes(1);
});

test('AltGr types its character and runs nothing', () => {
  render(<Page />);
  const event = keyDown({ key: '°', code: 'KeyE', altKey: true }, true);
  document.body.dispatchEvent(event);
  expect([event.defaultPrevented, resolve.mock.calls.length]).toEqual([false, 0]);
});
