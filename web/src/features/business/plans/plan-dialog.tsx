import { planFlags } from '@balcao/contract/plan-rules';
import type { PlanView } from '@balcao/contract/plans';
import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEditedPlan } from '../../../data/plans/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import css from '../../../ui/page/records.module.css';
import { useSavePlan } from './mutations.ts';
import { flagText, type PlanValues, planRules, planValues } from './plan-form.ts';

/** Adds (`record` null) or changes a plan. Mounted while it is open. */
export function PlanDialog({ record, onClose }: { record: PlanView | null; onClose: () => void }) {
  const save = useSavePlan();
  const form = useForm<PlanValues>({ initialValues: planValues(record), validate: planRules() });
  const now = recordNow(useEditedPlan(record), planValues);
  const onSave = async (values: PlanValues) => {
    await save.mutateAsync({ id: record?.id ?? null, values });
    toastSuccess(t('Operação realizada com sucesso!'), toastLife.administration);
  };
  const limit = { min: 0, max: 100_000, allowDecimal: false, clampBehavior: 'strict' as const };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={record ? t('Editar plano') : t('Adicionar plano')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{ ERR_PLAN_NAME_ALREADY_EXISTS: 'name' }}
      saveLabel={record ? t('Salvar') : t('Adicionar')}
      width={520}
    >
      <TextInput label={t('Nome')} required data-autofocus autoComplete="off" maxLength={50} {...form.getInputProps('name')} />
      <NumberInput
        label={t('Valor por mês')}
        prefix="R$ "
        decimalScale={2}
        fixedDecimalScale
        decimalSeparator=","
        thousandSeparator="."
        min={0}
        max={9_999_999}
        description={record ? t('Faturas já emitidas ficam com o valor que têm.') : undefined}
        {...form.getInputProps('value')}
      />
      <div className={css.three}>
        <NumberInput label={t('Usuários')} {...limit} {...form.getInputProps('users')} />
        <NumberInput label={t('Conexões')} {...limit} {...form.getInputProps('connections')} />
        <NumberInput label={t('Filas')} {...limit} {...form.getInputProps('queues')} />
      </div>
      <fieldset className={css.flags}>
        <legend>{t('Recursos')}</legend>
        {planFlags.map((flag) => (
          <Checkbox key={flag} label={flagText(flag)} {...form.getInputProps(flag, { type: 'checkbox' })} />
        ))}
      </fieldset>
    </FormDialog>
  );
}
