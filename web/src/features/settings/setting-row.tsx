import { IconCheck, IconLoader2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import css from './settings.module.css';

export type SaveState = 'idle' | 'saving' | 'saved';

/** One setting: what it is, what it does, its control, and whether it is saved. */
export function SettingLine({
  label,
  help,
  helpId,
  state,
  children,
}: {
  label: ReactNode;
  help: string;
  helpId: string;
  state: SaveState;
  children: ReactNode;
}) {
  return (
    <div className={css.line}>
      <div className={css.about}>
        {label}
        <p id={helpId} className={css.help}>
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
