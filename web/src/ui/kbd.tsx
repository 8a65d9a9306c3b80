import css from './kbd.module.css';

/** Keys as they are pressed together, e.g. `Alt J`. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className={css.kbd}>{keys}</kbd>;
}
