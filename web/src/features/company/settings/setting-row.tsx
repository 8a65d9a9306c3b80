import { IconCheck, IconLoader2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from './settings.module.css';

export type SaveState = 'idle' | 'saving' | 'saved';

/** One setting: what it is, what it does, its control, and whether it is saved. `id` is that of a control that it labels and describes. */
export function SettingLine({
  id,
  label,
  help,
  state,
  children,
}: {
  id?: string;
  label: string;
  help: string;
  state: SaveState;
  children: ReactNode;
}) {
  return (
    <div className={css.line}>
      <div className={css.about}>
        {id ? (
          <label className={css.label} htmlFor={id}>
            {label}
          </label>
        ) : (
          <span className={css.label}>{label}</span>
        )}
        <p id={id && helpOf(id)} className={css.help}>
          {help}
        </p>
      </div>
      <div className={css.control}>
        {children}
        <SavedMark state={state} />
      </div>
    </div>
  );
}

/** The id of the text that says what the control with this id does. */
export function helpOf(id: string): string {
  return `${id}-help`;
}

/** On its way, saved, or nothing to tell. */
export function SavedMark({ state }: { state: SaveState }) {
  return (
    <span className={css.state} role="status" data-state={state}>
      {state === 'saving' && (
        <>
          <IconLoader2 size={16} className={css.spin} aria-hidden />
          {t('Salvando…')}
        </>
      )}
      {state === 'saved' && (
        <>
          <IconCheck size={16} aria-hidden />
          {t('Salvo')}
        </>
      )}
    </span>
  );
}
