import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { firstFound, moveFocus } from './move-focus.ts';

test('the arrows go from row to row, and from the first one to the field of the search', () => {
  render(
    <section>
      <header>
        <input type="search" />
      </header>
      <div id="atendimentos" role="toolbar" onKeyDown={moveFocus}>
        {['Helena', 'Caio'].map((name) => (
          <button key={name} type="button" data-row>
            {name}
          </button>
        ))}
      </div>
    </section>,
  );
  const [field, helena, caio] = [screen.getByRole('searchbox'), screen.getByText('Helena'), screen.getByText('Caio')];
  expect(firstFound()).toBe(helena);
  helena.focus();
  const focusAfter = (key: string, more = {}) => {
    fireEvent.keyDown(document.activeElement as Element, { key, ...more });
    return document.activeElement;
  };
  expect(focusAfter('ArrowDown', { altKey: true })).toBe(helena);
  expect(focusAfter('ArrowDown')).toBe(caio);
  expect(focusAfter('ArrowDown')).toBe(caio);
  expect(focusAfter('ArrowUp')).toBe(helena);
  expect(focusAfter('ArrowUp')).toBe(field);
});
