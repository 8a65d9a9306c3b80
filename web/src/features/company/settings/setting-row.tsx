import { IconCheck, IconLoader2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from './settings.module.css';

export type SaveState = 'idle' | 'saving' | 'saved';

/** One setting: label, description, control and save state. `id`: of the control that the texts belong to. */
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

/** The id of the description of the control with this id. */
export function helpOf(id: string): string {
  return `${id}-help`;
}

/** Saving, saved, or idle. */
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
