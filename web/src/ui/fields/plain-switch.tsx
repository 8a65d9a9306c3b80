import css from './plain-switch.module.css';

export type PlainSwitchProps = { className?: string | undefined; label: string; checked: boolean; onChange: (checked: boolean) => void };

/** A switch that looks as the others do, but is drawn in one go: it stands in each conversation that is opened. */
export function PlainSwitch({ className = '', label, checked, onChange }: PlainSwitchProps) {
  return (
    <label className={`${css.switch} ${className}`}>
      <input
        className={css.input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={css.track} aria-hidden />
      {label}
    </label>
  );
}
