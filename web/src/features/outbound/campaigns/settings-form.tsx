import { longerIntervals, messageIntervals, uniqueVariables } from '@balcao/contract/campaign-rules';
import { Button, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { useLeaveGuard } from '../../../ui/dialog/form-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Card } from '../../../ui/page/page-header.tsx';
import { useSaveCampaignSettings } from './mutations.ts';
import { PricesCard } from './prices-card.tsx';
import css from './settings-form.module.css';
import type { CampaignSettingsValues } from './settings-values.ts';

/** The pace of all campaigns, own variables, and what Meta charges. */
export function CampaignSettingsForm({ settings }: { settings: CampaignSettingsValues }) {
  const save = useSaveCampaignSettings();
  const form = useForm<CampaignSettingsValues>({ initialValues: settings });
  const [variable, setVariable] = useState({ key: '', value: '' });
  useLeaveGuard(true, () => form.isDirty());
  const seconds = (values: readonly number[], none: string) =>
    values.map((value) => ({ value: String(value), label: value === 0 ? none : t('{{count}} segundos', { count: value }) }));
  const select = (field: 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval') => ({
    value: String(form.values[field]),
    onChange: (value: string | null) => form.setFieldValue(field, Number(value ?? 0)),
    allowDeselect: false,
  });
  const add = () => {
    // A key that is there already is ignored.
    const variables = uniqueVariables([...form.values.variables, variable]);
    form.setFieldValue('variables', variables);
    setVariable({ key: '', value: '' });
  };
  // The saved settings make this form anew, so nothing may wait for the mutation within it.
  const onSave = (values: CampaignSettingsValues) =>
    save.mutateAsync(values).then(
      () => {
        form.resetDirty();
        toastSuccess(t('Configurações salvas'), toastLife.administration);
      },
      (error) => notifyError(error),
    );
  return (
    <form onSubmit={form.onSubmit((values) => void onSave(values))} className={css.form}>
      <Card title={t('Intervalos')}>
        <div className={css.three}>
          <Select
            label={t('Intervalo randômico de disparo')}
            data={seconds(messageIntervals, t('Sem intervalo'))}
            {...select('messageInterval')}
          />
          <Select
            label={t('Intervalo maior após')}
            data={longerIntervals.map((n) => ({
              value: String(n),
              label: n === 0 ? t('Não definido') : t('{{count}} envios', { count: n }),
            }))}
            {...select('longerIntervalAfter')}
          />
          <Select
            label={t('Intervalo de disparo maior')}
            data={seconds(longerIntervals, t('Sem intervalo'))}
            {...select('greaterInterval')}
          />
        </div>
      </Card>
      <Card title={t('Variáveis')}>
        <div className={css.variable}>
          <TextInput
            label={t('Atalho')}
            description={t('Na mensagem: {atalho}')}
            maxLength={60}
            value={variable.key}
            onChange={(event) => setVariable({ ...variable, key: event.currentTarget.value })}
          />
          <TextInput
            label={t('Conteúdo')}
            description={t('O que aparece no lugar dele.')}
            maxLength={1000}
            value={variable.value}
            onChange={(event) => setVariable({ ...variable, value: event.currentTarget.value })}
          />
          <Button variant="default" leftSection={<IconPlus size={16} />} disabled={variable.key.trim() === ''} onClick={add}>
            {t('Adicionar variável')}
          </Button>
        </div>
        {form.values.variables.length === 0 ? (
          <p className={css.none}>{t('Nenhuma variável. {nome}, {numero} e {email} já existem.')}</p>
        ) : (
          <ul className={css.list}>
            {form.values.variables.map(({ key, value }) => (
              <li key={key}>
                <code>{`{${key}}`}</code>
                <span>{value}</span>
                <IconButton
                  label={t('Remover {{name}}', { name: key })}
                  size="sm"
                  onClick={() =>
                    form.setFieldValue(
                      'variables',
                      form.values.variables.filter((each) => each.key !== key),
                    )
                  }
                >
                  <IconTrash size={16} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <PricesCard prices={form.values.prices} onChange={(prices) => form.setFieldValue('prices', prices)} />
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('Salvar')}
        </Button>
      </div>
    </form>
  );
}
