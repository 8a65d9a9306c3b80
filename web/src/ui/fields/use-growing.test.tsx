import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { useGrowing } from './use-growing.ts';

vi.hoisted(() => vi.stubGlobal('CSS', undefined));

function Field({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, text);
  return <textarea ref={field} value={text} readOnly />;
}

test('where the browser does not do it, a field is as high as its text and its borders, up to an end', () => {
  const high = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(34);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(34);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36);
  const { rerender } = render(<Field text="Uma linha" />);
  expect(screen.getByRole('textbox').style.height).toBe('36px');
  high.mockReturnValue(400);
  rerender(<Field text="Muitas linhas" />);
  expect(screen.getByRole('textbox').style.height).toBe('112px');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
