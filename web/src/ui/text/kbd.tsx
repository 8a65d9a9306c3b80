import css from './kbd.module.css';

/** A key combination, e.g. `Alt J`. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className={css.kbd}>{keys}</kbd>;
}
