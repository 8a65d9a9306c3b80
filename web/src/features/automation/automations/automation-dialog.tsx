import { automationEvents, minutesMax } from '@balcao/contract/automation-rules';
import type { AutomationView } from '@balcao/contract/automations';
import { Button, NumberInput, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useEditedAutomation } from '../../../data/automations/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useRowIds } from '../../../ui/list/row-ids.ts';
import { ActionRow } from './action-row.tsx';
import {
  type Action,
  type AutomationValues,
  automationRules,
  automationValues,
  hasRoom,
  newAction,
  newCondition,
} from './automation-form.ts';
import { eventText } from './automation-text.ts';
import css from './automations.module.css';
import { useAutomationChoices } from './choices.ts';
import { ConditionRow } from './condition-row.tsx';
import { DryRun } from './dry-run.tsx';
import { useSaveAutomation } from './mutations.ts';

export type AutomationDialogProps = {
  /** Null adds an automation. */
  record: AutomationView | null;
  onClose: () => void;
};

/** Adds an automation or changes one: when, if, then. Mounted while it is open. */
export function AutomationDialog({ record, onClose }: AutomationDialogProps) {
  const save = useSaveAutomation();
  const choices = useAutomationChoices();
  const form = useForm<AutomationValues>({ initialValues: automationValues(record), validate: automationRules() });
  const now = recordNow(useEditedAutomation(record), automationValues);
  const { event, minutes, match, conditions, actions } = form.values;
  const putActions = (next: Action[]) => form.setFieldValue('actions', next);
  const conditionRows = useRowIds(conditions.length);
  const actionRows = useRowIds(actions.length);
  const swap = (at: number, to: number) => {
    actionRows.swap(at, to);
    putActions(actions.map((each, index) => (index === at ? (actions[to] ?? each) : index === to ? (actions[at] ?? each) : each)));
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={record ? t('Editar automação') : t('Adicionar automação')}
      form={form}
      now={now}
      onSave={async (values) => {
        await save.mutateAsync({ id: record?.id ?? null, values });
        toastSuccess(t('Automação salva com sucesso.'), toastLife.administration);
      }}
      saveLabel={record ? t('Salvar') : t('Adicionar')}
      width={760}
    >
      <TextInput label={t('Nome')} required data-autofocus maxLength={60} autoComplete="off" {...form.getInputProps('name')} />
      <Switch
        label={t('Ligada')}
        description={t('Desligada, não faz nada; o registro fica.')}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
      <section className={css.part} aria-label={t('Quando')}>
        <h3>{t('Quando')}</h3>
        <div className={css.fields}>
          <Select
            aria-label={t('Quando')}
            allowDeselect={false}
            data={automationEvents.map((value) => ({ value, label: eventText(value) }))}
            value={event}
            onChange={(value) => form.setFieldValue('event', automationEvents.find((each) => each === value) ?? event)}
          />
          {minutesMax[event] !== undefined && (
            <NumberInput
              aria-label={t('Minutos')}
              suffix={event === 'waitingLong' ? t(' minutos de espera') : t(' minutos antes')}
              min={1}
              max={minutesMax[event] ?? 1}
              allowDecimal={false}
              allowNegative={false}
              value={minutes}
              error={form.errors.minutes}
              onChange={(value) => form.setFieldValue('minutes', typeof value === 'number' ? value : '')}
            />
          )}
        </div>
      </section>
      <section className={css.part} aria-label={t('Se')}>
        <div className={css.head}>
          <h3>{t('Se')}</h3>
          {conditions.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={t('Quantas condições precisam valer')}
              value={match}
              onChange={(value) => form.setFieldValue('match', value === 'any' ? 'any' : 'all')}
              data={[
                { value: 'all', label: t('Todas') },
                { value: 'any', label: t('Qualquer uma') },
              ]}
            />
          )}
        </div>
        {conditions.length === 0 && <p className={css.hint}>{t('Sem condições, vale para todas as conversas. Grupos ficam de fora.')}</p>}
        <ol className={css.rows}>
          {conditions.map((condition, index) => (
            <ConditionRow
              key={conditionRows.ids[index]}
              condition={condition}
              place={index + 1}
              choices={choices}
              checked={form.errors.conditions !== undefined}
              onChange={(changed) => form.setFieldValue(`conditions.${index}`, changed)}
              onRemove={() => {
                conditionRows.remove(index);
                form.setFieldValue('conditions', conditions.toSpliced(index, 1));
              }}
            />
          ))}
        </ol>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={!hasRoom('conditions', conditions.length)}
          onClick={() => form.setFieldValue('conditions', [...conditions, newCondition('queue')])}
        >
          {t('Adicionar condição')}
        </Button>
      </section>
      <section className={css.part} aria-label={t('Então')}>
        <h3>{t('Então, nesta ordem')}</h3>
        <ol className={css.rows}>
          {actions.map((action, index) => (
            <ActionRow
              key={actionRows.ids[index]}
              action={action}
              place={index + 1}
              choices={choices}
              checked={form.errors.actions !== undefined}
              onChange={(changed) => form.setFieldValue(`actions.${index}`, changed)}
              onUp={index === 0 ? null : () => swap(index, index - 1)}
              onDown={index === actions.length - 1 ? null : () => swap(index, index + 1)}
              onRemove={() => {
                actionRows.remove(index);
                putActions(actions.toSpliced(index, 1));
              }}
            />
          ))}
        </ol>
        {actions.length === 0 && form.errors.actions && (
          <p className={css.problem} role="alert">
            {form.errors.actions}
          </p>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={!hasRoom('actions', actions.length)}
          onClick={() => putActions([...actions, newAction('addTag')])}
        >
          {t('Adicionar ação')}
        </Button>
      </section>
      <DryRun values={form.values} isValid={() => !form.validate().hasErrors} />
    </FormDialog>
  );
}
