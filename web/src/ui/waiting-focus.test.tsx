import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useWaitingFocus } from './waiting-focus.ts';

function Page({ waits }: { waits: boolean }) {
  useWaitingFocus();
  return (
    <>
      <button type="button" disabled={waits}>
        Salvar
      </button>
      <input aria-label="Nome" />
      <p>Texto</p>
    </>
  );
}

/** Waits as a browser shows it: what is disabled loses the focus. */
function wait() {
  const { rerender } = render(<Page waits={false} />);
  const button = screen.getByRole('button');
  button.focus();
  button.blur();
  rerender(<Page waits />);
  return { button, answer: () => rerender(<Page waits={false} />) };
}
const told = () => new Promise((done) => setTimeout(done));

test('a button that waited has the focus again', async () => {
  const { button, answer } = wait();
  expect(document.activeElement).toBe(document.body);
  answer();
  await expect.poll(() => document.activeElement).toBe(button);
});

test('whoever went elsewhere meanwhile stays there', async () => {
  const { answer } = wait();
  const field = screen.getByRole('textbox');
  field.focus();
  answer();
  await told();
  expect(document.activeElement).toBe(field);
});

test('whoever pressed the empty page meanwhile is not taken back', async () => {
  const { answer } = wait();
  fireEvent.pointerDown(screen.getByText('Texto'));
  answer();
  await told();
  expect(document.activeElement).toBe(document.body);
});
