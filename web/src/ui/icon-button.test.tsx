import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { IconButton } from './icon-button.tsx';
import { renderUi } from './test-render.tsx';

test('is one element with its name, its keys and its state', () => {
  const onClick = vi.fn();
  renderUi(
    <IconButton label="Fixar" keys="Alt F" pressed onClick={onClick}>
      <svg />
    </IconButton>,
  );
  const button = screen.getByRole('button', { name: 'Fixar', pressed: true });
  expect(button.getAttribute('data-tip')).toBe('Fixar (Alt F)');
  expect(button.getAttribute('type')).toBe('button');
  expect(button.querySelectorAll('*')).toHaveLength(1);
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
});

test('one that is disabled does nothing, and looks like it', () => {
  const onClick = vi.fn();
  renderUi(
    <IconButton label="Fixar" disabled onClick={onClick}>
      <svg />
    </IconButton>,
  );
  const button = screen.getByRole('button', { name: 'Fixar' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  expect(button.hasAttribute('data-disabled')).toBe(true);
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('one that loads says that it is busy', () => {
  renderUi(
    <IconButton label="Salvar" loading>
      <svg />
    </IconButton>,
  );
  expect(screen.getByRole('button', { name: 'Salvar' }).getAttribute('aria-busy')).toBe('true');
});
