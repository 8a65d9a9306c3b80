import { IconCheck } from '@tabler/icons-react';
import { t } from '../../../../platform/i18n.ts';
import css from './wizard.module.css';

/** The steps of the wizard, with the current one marked. */
export function WizardSteps({ names, at }: { names: readonly string[]; at: number }) {
  return (
    <ol className={css.steps} aria-label={t('Passos')}>
      {names.map((name, index) => (
        <li key={name} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}>
          <span className={css.number}>{index < at ? <IconCheck size={14} aria-label={t('feito')} /> : index + 1}</span>
          <span className={css.stepName}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
