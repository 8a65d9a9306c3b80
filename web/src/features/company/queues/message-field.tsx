import { fillVariables } from '@balcao/contract/variables-rules';
import { t } from '../../../platform/i18n.ts';
import { VariableField, type VariableFieldProps } from '../../../ui/variable-field.tsx';
import css from './message-field.module.css';
import type { Script } from './preview.ts';

/** `about`: whom and when the variables are filled in for below the field. */
export type MessageFieldProps = VariableFieldProps & { about: Script['about'] };

/** A text of the bot, with what of it reaches the customer where variables are in it. */
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
