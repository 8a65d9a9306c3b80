import { searchParam } from '@balcao/contract/common';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { initialsOf, toneOf } from '../marks/avatar.tsx';
import { renderUi } from '../test-render.tsx';
import { ColorPalette, paletteColors } from './color-palette.tsx';
import { maskPhone } from './phone-input.tsx';
import { SearchInput } from './search-input.tsx';

afterEach(() => vi.useRealTimers());

test('a phone number is masked while it is typed', () => {
  expect(maskPhone('4')).toBe('(4');
  expect(maskPhone('4832')).toBe('(48) 32');
  expect(maskPhone('4832221100')).toBe('(48) 3222-1100');
  expect(maskPhone('48905550142')).toBe('(48) 90555-0142');
  expect(maskPhone('(48) 90555-01429')).toBe('(48) 90555-0142');
});

test('initials take the first and the last name, and the tone stays', () => {
  expect(initialsOf('Helena Maria Sampaio')).toBe('HS');
  expect(initialsOf('ótica')).toBe('Ó');
  expect(initialsOf('🌵 +55')).toBe('5');
  expect(toneOf('Helena')).toBe(toneOf('Helena'));
});

test('a search waits half a second after the last key, and clears at once', () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  renderUi(<SearchInput label="Buscar" value="" onSearch={onSearch} />);
  const field = screen.getByLabelText('Buscar');
  fireEvent.change(field, { target: { value: 'hel' } });
  act(() => vi.advanceTimersByTime(400));
  fireEvent.change(field, { target: { value: 'helena ' } });
  act(() => vi.advanceTimersByTime(499));
  expect(onSearch).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onSearch.mock.calls).toEqual([['helena']]);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onSearch).toHaveBeenLastCalledWith('');
});

test('of a long text that is pasted as much is searched for as can be', () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  renderUi(<SearchInput label="Buscar" value="" onSearch={onSearch} />);
  fireEvent.change(screen.getByLabelText('Buscar'), { target: { value: 'helena '.repeat(100) } });
  act(() => vi.advanceTimersByTime(500));
  expect(searchParam.safeParse(onSearch.mock.calls[0]?.[0]).data).toMatch(/^(helena )+/);
});

/** A page whose address follows the search a moment later, as an address does. */
function Searched({ onSearch }: { onSearch: (text: string) => void }) {
  const [value, setValue] = useState('');
  const search = (text: string) => {
    onSearch(text);
    window.setTimeout(() => setValue(text.toLowerCase()), 50);
  };
  return (
    <>
      <SearchInput label="Buscar" value={value} onSearch={search} />
      <button type="button" onClick={() => setValue('')}>
        back
      </button>
      <button type="button" onClick={() => setValue('hel')}>
        forward
      </button>
    </>
  );
}

test('what is typed while a search begins stays, and is searched next', () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  renderUi(<Searched onSearch={onSearch} />);
  const field = screen.getByLabelText<HTMLInputElement>('Buscar');
  const rest = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  fireEvent.change(field, { target: { value: 'Hel' } });
  rest(500);
  fireEvent.change(field, { target: { value: 'Helena' } });
  rest(50);
  expect(field.value).toBe('Helena');
  rest(600);
  expect(onSearch.mock.calls).toEqual([['Hel'], ['Helena']]);
  fireEvent.click(screen.getByText('back'));
  expect(field.value).toBe('');
  fireEvent.click(screen.getByText('forward'));
  expect(field.value).toBe('hel');
  rest(600);
  expect(onSearch).toHaveBeenCalledTimes(2);
});

test('what is searched for shows that it is on its way, to screen readers, too', () => {
  renderUi(<SearchInput label="Buscar" value="mesa" busy onSearch={() => {}} />);
  expect(screen.getByRole('progressbar', { name: 'Buscando…' })).toBeShown();
});

test('colours are walked with the arrows, and taken ones cannot be chosen', () => {
  const onChange = vi.fn();
  const [first = '', second = ''] = paletteColors;
  renderUi(<ColorPalette label="Cor" value={first} onChange={onChange} taken={[second]} takenLabel="já usada" />);
  expect(paletteColors).toHaveLength(50);
  expect(new Set(paletteColors).size).toBe(50);
  const swatch = screen.getByRole('radio', { name: first });
  expect(swatch.getAttribute('aria-checked')).toBe('true');
  swatch.focus();
  fireEvent.keyDown(swatch, { key: 'ArrowDown' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe(paletteColors[10]);
  fireEvent.click(screen.getByRole('radio', { name: `${second}, já usada` }));
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.click(document.activeElement as HTMLElement);
  expect(onChange).toHaveBeenCalledWith(paletteColors[10]);
});
