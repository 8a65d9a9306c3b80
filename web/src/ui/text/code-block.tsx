import { ScrollRegion } from '../page/scroll-region.tsx';
import css from './code-block.module.css';

/** Code or JSON as it is. `wrap`: long lines are broken instead of scrolled. */
export function CodeBlock({ label, text, wrap = false }: { label: string; text: string; wrap?: boolean }) {
  return (
    <ScrollRegion className={css.block} label={label} data-wrap={wrap || undefined}>
      <pre>{text}</pre>
    </ScrollRegion>
  );
}
