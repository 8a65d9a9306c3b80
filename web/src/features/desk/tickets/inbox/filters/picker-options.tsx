import { Checkbox } from '@mantine/core';
import { useFilterCounts } from '../../../../../data/tickets/queries.ts';
import { formatNumber } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import { Dot } from '../../../../../ui/marks/mark.tsx';
import type { PickerProps } from './picker.tsx';
import css from './picker-options.module.css';

/** The choices of a filter, shown when it is opened. */
export function PickerOptions({ label, options, counted = null, chosen, onChosen }: Omit<PickerProps, 'all'>) {
  const queues = useFilterCounts(counted)?.queues;
  const countOf = (id: number) => (counted && queues ? (queues.find(({ queueId }) => queueId === id)?.count ?? 0) : null);
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
                {countOf(id) !== null && <span className={css.count}>{formatNumber(countOf(id) ?? 0)}</span>}
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
