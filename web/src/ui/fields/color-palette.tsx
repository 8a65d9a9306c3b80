import { Input } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useId } from 'react';
import css from './color-palette.module.css';

/** The colours people choose from: ten hues in five depths. */
export const paletteColors: readonly string[] = [
  '#f2a7b0',
  '#f3b48a',
  '#efc96a',
  '#cbd56b',
  '#8fd19b',
  '#7fd0c4',
  '#8cc3ea',
  '#a3b0f0',
  '#c9a5e8',
  '#c2c7c9',
  '#e5737f',
  '#ea8c4e',
  '#e0ac2b',
  '#a9b83a',
  '#57b56c',
  '#43b3a4',
  '#569fd9',
  '#7586e2',
  '#a878d6',
  '#9aa2a5',
  '#c9415b',
  '#d2691e',
  '#c08a10',
  '#83932a',
  '#2f9249',
  '#1f8d80',
  '#2f6fde',
  '#5562cf',
  '#8450bd',
  '#70797d',
  '#a32a45',
  '#a94d12',
  '#96690a',
  '#64711d',
  '#217236',
  '#156e64',
  '#2353ad',
  '#4049a6',
  '#683a99',
  '#525b5f',
  '#7a1c32',
  '#7d380c',
  '#6d4c07',
  '#485215',
  '#175226',
  '#0e4f48',
  '#193c7d',
  '#2d3478',
  '#4b2970',
  '#363e42',
];
const columns = 10;

export type ColorPaletteProps = {
  label: string;
  value: string;
  onChange: (color: string) => void;
  /** Colours in use elsewhere: shown as taken, and cannot be chosen. */
  taken?: readonly string[];
  takenLabel?: string;
  error?: string | null | undefined;
};

/** A grid of fixed colours with arrow-key navigation. A colour that is not in the grid gets its own row. */
export function ColorPalette({ label, value, onChange, taken = [], takenLabel, error }: ColorPaletteProps) {
  const id = useId();
  const chosen = value.toLowerCase();
  const known = paletteColors.includes(chosen) || !/^#[0-9a-f]{6}$/.test(chosen);
  const colors = known ? paletteColors : [...paletteColors, chosen];
  const takenSet = new Set(taken.map((color) => color.toLowerCase()).filter((color) => color !== chosen));
  const entry = colors.includes(chosen) ? chosen : colors.find((color) => !takenSet.has(color));
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error}>
      <div role="radiogroup" aria-labelledby={id} aria-invalid={error ? true : undefined} className={css.grid} onKeyDown={walk}>
        {colors.map((color) => (
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={color === chosen}
            aria-label={takenSet.has(color) && takenLabel ? `${color}, ${takenLabel}` : color}
            aria-disabled={takenSet.has(color)}
            tabIndex={color === entry ? 0 : -1}
            className={css.swatch}
            style={{ background: color }}
            onClick={() => !takenSet.has(color) && onChange(color)}
          >
            {color === chosen && <IconCheck size={16} stroke={3} color={isPale(color) ? '#141e1e' : '#ffffff'} />}
          </button>
        ))}
      </div>
    </Input.Wrapper>
  );
}

function isPale(color: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 140;
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const swatches = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]'));
  const at = swatches.indexOf(document.activeElement as HTMLElement);
  swatches[Math.min(swatches.length - 1, Math.max(0, at + step))]?.focus();
}
