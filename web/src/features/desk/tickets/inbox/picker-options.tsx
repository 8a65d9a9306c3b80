import { Checkbox } from '@mantine/core';
import { t } from '../../../../platform/i18n.ts';
import { Dot } from '../../../../ui/marks/mark.tsx';
import type { PickerProps } from './picker.tsx';
import css from './ticket-pane.module.css';

/** The choices of a filter, shown when it is opened. */
export function PickerOptions({ label, options, chosen, onChosen }: Omit<PickerProps, 'all'>) {
  return (
    <>
      <fieldset className={css.options} aria-label={label}>
        {options.map(({ id, name, color }) => (
          <Checkbox
            key={id}
            size="xs"
            checked={chosen.includes(id)}
            onChange={(event) => onChosen(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
            label={
              <span className={css.option}>
                {color && <Dot color={color} />}
                {name}
              </span>
            }
          />
        ))}
      </fieldset>
      {chosen.length > 0 && (
        <button type="button" className={css.clear} onClick={() => onChosen([])}>
          {t('Limpar filtro')}
        </button>
      )}
    </>
  );
}
