import { type AssignmentMode, assignmentModes, capacityLimits } from '@balcao/contract/assignment-rules';
import { NumberInput, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../../../platform/i18n.ts';
import css from './queue-dialog.module.css';
import type { QueueValues } from './queue-form.ts';

/** Who gets the conversations that come to the queue without a person. */
export function AssignmentFields({ form }: { form: UseFormReturnType<QueueValues> }) {
  const { assignment, assignmentCapacity } = form.values;
  return (
    <div className={assignment === 'off' ? undefined : css.pair}>
      <Select
        label={t('Distribuição')}
        description={t('A quem a fila dá as conversas que chegam sem atendente: só a quem está online e não está ausente.')}
        allowDeselect={false}
        data={assignmentModes.map((value) => ({ value, label: modeText(value) }))}
        value={assignment}
        onChange={(value) => form.setFieldValue('assignment', assignmentModes.find((each) => each === value) ?? 'off')}
      />
      {assignment !== 'off' && (
        <NumberInput
          label={t('Conversas por pessoa')}
          description={t('Quem já tem tantas abertas não recebe outra.')}
          min={capacityLimits.min}
          max={capacityLimits.max}
          allowDecimal={false}
          allowNegative={false}
          value={assignmentCapacity}
          error={form.errors.assignmentCapacity}
          onChange={(value) => form.setFieldValue('assignmentCapacity', typeof value === 'number' ? value : '')}
        />
      )}
    </div>
  );
}

function modeText(mode: AssignmentMode): string {
  switch (mode) {
    case 'off':
      return t('Ninguém: as pessoas aceitam');
    case 'roundRobin':
      return t('Uma pessoa de cada vez, em rodízio');
    case 'leastBusy':
      return t('Quem tem menos conversas');
  }
}
