import css from './code-block.module.css';

/** Code or JSON as it is. `wrap`: long lines are broken instead of scrolled. */
export function CodeBlock({ label, text, wrap = false }: { label: string; text: string; wrap?: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys too.
    <section className={css.block} aria-label={label} tabIndex={0} data-wrap={wrap || undefined}>
      <pre>{text}</pre>
    </section>
  );
}
