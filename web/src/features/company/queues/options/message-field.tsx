import { fillVariables } from '@balcao/contract/variables-rules';
import { t } from '../../../../platform/i18n.ts';
import { VariableField, type VariableFieldProps } from '../../../../ui/fields/variable-field.tsx';
import type { Script } from '../preview/preview.ts';
import css from './message-field.module.css';

/** `about`: the values used in the preview below the field. */
export type MessageFieldProps = VariableFieldProps & { about: Script['about'] };

/** A text of the bot. If it contains variables, a preview shows what the customer gets. */
export function MessageField({ about, ...field }: MessageFieldProps) {
  const filled = fillVariables(field.value, about);
  return (
    <div className={css.field}>
      <VariableField {...field} />
      {filled !== field.value && (
        <p className={css.filled}>
          <b>{t('Como chega:')}</b> {filled}
        </p>
      )}
    </div>
  );
}
