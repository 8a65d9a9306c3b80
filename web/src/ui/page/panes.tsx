import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useStored } from '../../platform/storage.ts';
import css from './panes.module.css';

export type PaneGripProps = {
  /** What gets wider or narrower: 'Largura da lista'. */
  label: string;
  width: number;
  min: number;
  max: number;
  /** The side of the grip the pane is on. */
  side: 'left' | 'right';
  onWidth: (width: number) => void;
};

/** The line between two panes: drag it, move it with the arrow keys, or double-click to reset. */
export function PaneGrip({ label, width, min, max, side, onWidth, onReset }: PaneGripProps & { onReset: () => void }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const sign = side === 'left' ? 1 : -1;
  const set = (next: number) => onWidth(Math.round(Math.min(max, Math.max(min, next))));
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      className={css.grip}
      onPointerDown={(event: PointerEvent) => {
        start.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event: PointerEvent) => start.current && set(start.current.width + sign * (event.clientX - start.current.x))}
      onPointerUp={() => {
        start.current = null;
      }}
      onDoubleClick={onReset}
      onKeyDown={(event: KeyboardEvent) => {
        const step = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : 0;
        if (step === 0) return;
        event.preventDefault();
        set(width + sign * step);
      }}
    />
  );
}

/** A pane's width in pixels, remembered by the browser. */
export function usePaneWidth(name: string, usual: number): [number, (width: number | null) => void] {
  const [stored, store] = useStored(`pane:${name}`, String(usual));
  const width = Number(stored);
  return [Number.isFinite(width) && width > 0 ? width : usual, (next) => store(String(next ?? usual))];
}

/** Sets CSS variables from script, because the content security policy forbids inline style sheets. */
export function cssVariables(variables: Record<`--${string}`, string | undefined>): CSSProperties {
  return variables as CSSProperties;
}
