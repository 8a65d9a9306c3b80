import { integrationLanguages, integrationLimits, integrationTypes } from '@balcao/contract/integration-rules';
import type { IntegrationView } from '@balcao/contract/integrations';
import { Select, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useEditedIntegration } from '../../../data/integrations/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import css from './integration-dialog.module.css';
import { type IntegrationValues, integrationRules, integrationValues } from './integration-form.ts';
import { IntegrationIcon } from './integration-icon.tsx';
import { typeHint, typeNames } from './integration-types.ts';
import { useSaveIntegration } from './mutations.ts';
import { TalkFields } from './talk-fields.tsx';
import { TrialLine } from './trial-line.tsx';

export type IntegrationDialogProps = {
  /** Null adds an integration. */
  integration: IntegrationView | null;
  onClose: () => void;
  /** A new one signs its calls with this, which is shown only now. */
  onSecret: (secret: string) => void;
};

/** Adds or changes an integration. Mounted while it is open. */
export function IntegrationDialog({ integration, onClose, onSecret }: IntegrationDialogProps) {
  const save = useSaveIntegration();
  const form = useForm<IntegrationValues>({ initialValues: integrationValues(integration), validate: integrationRules() });
  const now = recordNow(useEditedIntegration(integration), integrationValues);
  const { values } = form;
  const onSave = async (saved: IntegrationValues) => {
    const { secret } = await save.mutateAsync({ id: integration?.id ?? null, values: saved });
    toastSuccess(integration ? t('Integração editada com sucesso.') : t('Integração adicionada com sucesso.'), toastLife.administration);
    if (secret) onSecret(secret);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={integration ? t('Editar integração') : t('Adicionar integração')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{ ERR_INTEGRATION_NAME_ALREADY_EXISTS: 'name' }}
      saveLabel={integration ? t('Salvar') : t('Adicionar')}
      width={640}
    >
      <div className={css.type}>
        <IntegrationIcon type={values.type} size={44} />
        <small>{typeHint(values.type)}</small>
      </div>
      <div className={css.pair}>
        <Select
          label={t('Tipo')}
          required
          allowDeselect={false}
          data={integrationTypes.map((type) => ({ value: type, label: typeNames[type] }))}
          {...form.getInputProps('type')}
        />
        <TextInput
          label={t('Nome')}
          required
          data-autofocus
          autoComplete="off"
          maxLength={integrationLimits.name.max}
          {...form.getInputProps('name')}
        />
      </div>
      {values.type === 'dialogflow' ? <DialogflowFields form={form} /> : <AddressFields form={form} />}
      <TrialLine id={integration?.id ?? null} values={values} isFine={() => isAddressFine(form)} />
      <TalkFields form={form} />
    </FormDialog>
  );
}

type Fields = { form: UseFormReturnType<IntegrationValues> };

/** Shows what is wrong with the fields that a test needs. */
function isAddressFine(form: Fields['form']): boolean {
  const fields = ['projectName', 'jsonContent', 'urlN8N', 'typebotSlug'] as const;
  return fields.map((field) => form.validateField(field).hasError).every((wrong) => !wrong);
}

function DialogflowFields({ form }: Fields) {
  return (
    <>
      <div className={css.pair}>
        <TextInput
          label={t('Nome do projeto')}
          description={t('O “Project ID” do Google Cloud.')}
          required
          autoComplete="off"
          {...form.getInputProps('projectName')}
        />
        <Select
          label={t('Idioma')}
          description={t('O idioma do agente.')}
          allowDeselect={false}
          data={integrationLanguages.map((language) => ({ value: language, label: languageName(language) }))}
          {...form.getInputProps('language')}
        />
      </div>
      <Textarea
        label={t('Conta de serviço (JSON)')}
        description={
          form.values.hasJsonContent
            ? t('Uma conta está guardada e não pode ser lida de novo. Cole outra para trocar.')
            : t('Cole o arquivo JSON da chave. Fica guardado cifrado.')
        }
        required={!form.values.hasJsonContent}
        minRows={3}
        maxRows={6}
        autosize
        spellCheck={false}
        maxLength={integrationLimits.json}
        {...form.getInputProps('jsonContent')}
      />
    </>
  );
}

function languageName(language: (typeof integrationLanguages)[number]): string {
  switch (language) {
    case 'pt-BR':
      return t('Português');
    case 'en':
      return t('Inglês');
    case 'es':
      return t('Espanhol');
  }
}

function AddressFields({ form }: Fields) {
  const isTypebot = form.values.type === 'typebot';
  return (
    <div className={isTypebot ? css.pair : undefined}>
      <TextInput
        label={isTypebot ? t('Endereço do visualizador') : t('Endereço do webhook')}
        description={isTypebot ? t('Sem o nome do fluxo no fim.') : t('Cada mensagem do cliente é enviada para cá, assinada.')}
        placeholder={isTypebot ? 'https://typebot.io' : 'https://…/webhook/…'}
        required
        type="url"
        autoComplete="off"
        maxLength={integrationLimits.url}
        {...form.getInputProps('urlN8N')}
      />
      {isTypebot && (
        <TextInput
          label={t('Nome público do fluxo')}
          description={t('O que vem depois da última barra no endereço do fluxo.')}
          required
          autoComplete="off"
          maxLength={integrationLimits.slug}
          {...form.getInputProps('typebotSlug')}
        />
      )}
    </div>
  );
}
