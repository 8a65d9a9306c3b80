import type { ListedCompany } from '@balcao/contract/companies';
import { recurrences, subscriptionDay } from '@balcao/contract/plan-rules';
import type { PlanView } from '@balcao/contract/plans';
import { aboveLimits } from '@balcao/contract/subscription-rules';
import { Button, NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useUsage } from '../../../data/companies/queries.ts';
import { now } from '../../../platform/clock.ts';
import { formatDate, formatMoney } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { recurrenceText } from '../../../platform/recurrence-text.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { PhoneInput } from '../../../ui/fields/phone-input.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import css from '../../../ui/page/records.module.css';
import { type CompanyValues, companyRules, companyValues, moreDue } from './company-form.ts';
import { useSaveCompany } from './mutations.ts';

export type CompanyDialogProps = {
  /** Null adds a company. */
  record: ListedCompany | null;
  /** The same, as it is now; null once it is deleted. */
  latest: ListedCompany | null;
  plans: readonly PlanView[];
  onClose: () => void;
};

/** Adds or changes a company. Mounted while it is open. */
export function CompanyDialog({ record, latest, plans, onClose }: CompanyDialogProps) {
  const save = useSaveCompany();
  const form = useForm<CompanyValues>({ initialValues: companyValues(record), validate: companyRules(record === null) });
  const usage = useUsage(record?.id ?? 0).data;
  const plan = plans.find(({ id }) => String(id) === form.values.planId);
  const above = plan && usage ? aboveLimits(plan, usage) : [];
  const onSave = async (values: CompanyValues) => {
    await save.mutateAsync({ id: record?.id ?? null, values });
    toastSuccess(t('Operação realizada com sucesso!'), toastLife.administration);
  };
  const text = (name: keyof CompanyValues, label: string, maxLength: number) => (
    <TextInput label={label} autoComplete="off" maxLength={maxLength} {...form.getInputProps(name)} />
  );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={record ? t('Editar empresa') : t('Adicionar empresa')}
      form={form}
      now={record === null ? undefined : latest && companyValues(latest)}
      onSave={onSave}
      fieldOfCode={{ ERR_COMPANY_NAME_ALREADY_EXISTS: 'name', ERR_EMAIL_ALREADY_EXISTS: 'email', ERR_NO_PLAN_FOUND: 'planId' }}
      saveLabel={record ? t('Salvar') : t('Adicionar')}
      width={640}
    >
      <TextInput label={t('Nome')} required data-autofocus autoComplete="off" maxLength={50} {...form.getInputProps('name')} />
      <div className={css.two}>
        <TextInput label={t('E-mail')} type="email" required autoComplete="off" {...form.getInputProps('email')} />
        <PhoneInput label={t('Telefone')} {...form.getInputProps('phone')} />
      </div>
      {record === null && (
        <PasswordInput
          label={t('Senha do administrador')}
          description={t('De 5 a 50 caracteres. Vazia: o administrador cria a sua em “Esqueceu a senha?”.')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Mostrar a senha') }}
          {...form.getInputProps('password')}
        />
      )}
      <div className={css.two}>
        <Select
          label={t('Plano')}
          required
          searchable
          nothingFoundMessage={t('Nenhum plano encontrado')}
          data={plans.map(({ id, name, value }) => ({ value: String(id), label: `${name} · ${formatMoney(value)}` }))}
          {...form.getInputProps('planId')}
        />
        <Select
          label={t('Recorrência')}
          allowDeselect={false}
          data={recurrences.map((each) => ({ value: each, label: recurrenceText(each) }))}
          {...form.getInputProps('recurrence')}
        />
      </div>
      {above.length > 0 && plan && usage && (
        <Banner tone="warn" icon={<IconAlertTriangle />}>
          {t('Acima do plano: {{what}}. O que existe fica; nada novo é adicionado até haver espaço.', {
            what: above.map((thing) => `${thingText(thing)} ${usage[thing]}/${plan[thing]}`).join(', '),
          })}
        </Banner>
      )}
      <div className={css.due}>
        <TextInput
          type="date"
          label={t('Data de vencimento')}
          description={form.values.dueDate ? formatDate(form.values.dueDate) : t('Sem vencimento ninguém da empresa entra.')}
          {...form.getInputProps('dueDate')}
        />
        {record && (
          <Button
            variant="default"
            onClick={() =>
              form.setFieldValue('dueDate', moreDue(form.values.dueDate, form.values.recurrence, subscriptionDay(new Date(now()))))
            }
          >
            {t('+ Vencimento')}
          </Button>
        )}
        <NumberInput
          label={t('Dias de carência')}
          description={t('Só consulta, depois do vencimento.')}
          min={0}
          max={90}
          allowDecimal={false}
          clampBehavior="strict"
          {...form.getInputProps('graceDays')}
        />
      </div>
      <div className={css.two}>
        <Switch label={t('Empresa ativa')} {...form.getInputProps('status', { type: 'checkbox' })} />
        <Switch label={t('Campanhas habilitadas')} {...form.getInputProps('campaignsEnabled', { type: 'checkbox' })} />
      </div>
      <fieldset className={css.group}>
        <legend>{t('Cobrança')}</legend>
        <div className={css.two}>
          {text('billingName', t('Nome na nota'), 120)}
          {text('billingDocument', t('CPF ou CNPJ'), 20)}
        </div>
        <div className={css.three}>
          <Select
            label={t('País')}
            allowDeselect={false}
            data={[
              { value: 'BR', label: 'Brasil' },
              { value: 'usa', label: t('Estados Unidos') },
            ]}
            {...form.getInputProps('addressCountry')}
          />
          {text('addressZipCode', t('CEP'), 10)}
          {text('addressState', t('Estado'), 40)}
        </div>
        {text('addressStreet', t('Endereço'), 160)}
        <div className={css.two}>
          {text('addressDistrict', t('Bairro'), 80)}
          {text('addressCity', t('Cidade'), 80)}
        </div>
      </fieldset>
    </FormDialog>
  );
}

function thingText(thing: 'users' | 'connections' | 'queues'): string {
  return { users: t('usuários'), connections: t('conexões'), queues: t('filas') }[thing];
}
