import css from './mark.module.css';

export type MarkProps = {
  /** A chosen colour, `#rrggbb`. */
  color: string;
  name: string;
  /** `chip`: filled in grey; `line`: outlined; `plain`: dot and text only. */
  look?: 'chip' | 'line' | 'plain';
};

/** A queue or tag: its colour as a dot, always beside its name. */
export function Mark({ color, name, look = 'chip' }: MarkProps) {
  return (
    <span className={css.mark} data-look={look} title={name}>
      <Dot color={color} />
      <span className={css.name}>{name}</span>
    </span>
  );
}

/** The colour alone, for places where the name stands next to it. */
export function Dot({ color, square = false }: { color: string; square?: boolean }) {
  return <span className={css.dot} data-square={square || undefined} style={{ '--mark': color } as React.CSSProperties} aria-hidden />;
}
