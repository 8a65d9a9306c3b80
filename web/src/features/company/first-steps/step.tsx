import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from './first-steps.module.css';

export type StepProps = {
  number: number;
  state: 'done' | 'now' | 'later';
  title: string;
  text: string;
  /** Beside the text. */
  action?: ReactNode;
  /** Below it. */
  children?: ReactNode;
};

/** A line of the checklist. */
export function Step({ number, state, title, text, action, children }: StepProps) {
  return (
    <li className={css.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={css.mark}>{state === 'done' ? <IconCheck size={14} role="img" aria-label={t('Feito')} /> : number}</span>
      <div className={css.body}>
        <div className={css.line}>
          <div className={css.words}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
          {action}
        </div>
        {children}
      </div>
    </li>
  );
}
