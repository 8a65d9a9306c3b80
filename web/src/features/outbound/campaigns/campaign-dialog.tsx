import { type CampaignVariable, fillCampaign, mayEdit, unknownVariables, variantsMax } from '@balcao/contract/campaign-rules';
import type { CampaignView } from '@balcao/contract/campaigns';
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { uploadMaxBytes } from '@balcao/contract/media-rules';
import { Fieldset, Select, Switch, Tabs, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useEditedCampaign } from '../../../data/campaigns/queries.ts';
import { useFileListChoices } from '../../../data/files/queries.ts';
import type { RenderTemplateField } from '../../../data/templates/choosing.ts';
import { useNow } from '../../../platform/clock.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useSaveWithFile } from '../../../ui/dialog/save-with-file.ts';
import { AttachmentField, tooLarge } from '../../../ui/fields/attachment-field.tsx';
import { ProgressBar } from '../../../ui/marks/progress-bar.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import css from './campaign-dialog.module.css';
import { DryRun } from './dry-run.tsx';
import { type CampaignValues, campaignRules, campaignValues } from './form.ts';
import { useAttach, useSaveCampaign } from './mutations.ts';
import { timeHint } from './words.ts';

type Choice = { id: number; name: string };
type Connection = Choice & { channel: ConnectionChannel };

export type CampaignDialogProps = {
  /** Null adds a campaign. */
  record: CampaignView | null;
  lists: readonly Choice[];
  tags: readonly Choice[];
  connections: readonly Connection[];
  /** Own variables, for previews. */
  variables: readonly CampaignVariable[];
  renderTemplate: RenderTemplateField;
  onClose: () => void;
};

/** Adds or changes a campaign; one that runs, is finished or begins within the hour is only shown. Mounted while it is open. */
export function CampaignDialog({ record, lists, tags, connections, variables, renderTemplate, onClose }: CampaignDialogProps) {
  const save = useSaveCampaign();
  const attach = useAttach();
  const { saveWithFile, share } = useSaveWithFile<CampaignValues>(
    record,
    (values, id) => save.mutateAsync({ id, values }),
    attach.mutateAsync,
  );
  const form = useForm<CampaignValues>({ initialValues: campaignValues(record), validate: campaignRules() });
  const edited = useEditedCampaign(record);
  const fileLists = useFileListChoices(record?.fileList ?? null);
  const now = recordNow(edited, campaignValues);
  const at = record?.scheduledAt ? new Date(record.scheduledAt) : null;
  const time = new Date(useNow());
  const locked = record !== null && !mayEdit({ status: record.status, scheduledAt: at }, time);
  const onSave = async (values: CampaignValues) => {
    await saveWithFile(values);
    toastSuccess(t('Campanha salva com sucesso.'), toastLife.administration);
  };
  const official = connections.some(({ id, channel }) => String(id) === form.values.whatsappId && channel === 'whatsapp_cloud');
  const choices = (of: readonly Choice[]) => of.map(({ id, name }) => ({ value: String(id), label: name }));
  const forWhom = form.values.confirmation
    ? t('Pergunta a quem está fora da janela de 24 horas; a mensagem segue para quem responder.')
    : t('Vai para quem está fora da janela de 24 horas; os outros recebem a mensagem abaixo, se houver.');
  const typed = form.values.scheduledAt === '' ? null : new Date(form.values.scheduledAt);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={locked ? t('Campanha (somente leitura)') : record ? t('Editar campanha') : t('Adicionar campanha')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{
        ERR_MEDIA_TYPE: 'file',
        ERR_MEDIA_TOO_LARGE: 'file',
        ERR_NO_WAPP_FOUND: 'whatsappId',
        ERR_NO_CONTACTLIST_FOUND: 'contactListId',
        ERR_NO_TAG_FOUND: 'tagListId',
        ERR_NO_FILE_FOUND: 'fileListId',
        ERR_NO_TEMPLATE_FOUND: 'template',
        ERR_TEMPLATE_STATUS: 'template',
        ERR_TEMPLATE_UNSUPPORTED: 'template',
        ERR_TEMPLATE_VARIABLES: 'template',
        ERR_TEMPLATE_CHANNEL: 'template',
      }}
      saveLabel={locked ? null : record ? t('Salvar') : t('Adicionar')}
      width={720}
    >
      {locked && (
        <Banner tone="info" icon={<IconLock size={18} />}>
          {t('Só dá para mudar uma campanha até uma hora antes do envio, ou depois de cancelar.')}
        </Banner>
      )}
      <Fieldset variant="unstyled" disabled={locked} className={css.fields}>
        <TextInput label={t('Nome')} required data-autofocus maxLength={60} autoComplete="off" {...form.getInputProps('name')} />
        <div className={css.pair}>
          <Select
            label={t('Lista de Contatos')}
            placeholder={t('Escolha')}
            data={choices(lists)}
            clearable
            searchable
            disabled={form.values.tagListId !== null}
            {...form.getInputProps('contactListId')}
          />
          <Select
            label={t('Lista por tag')}
            placeholder={t('Nenhuma')}
            description={t('Cria uma lista com quem tem a tag.')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={choices(tags)}
            clearable
            searchable
            {...form.getInputProps('tagListId')}
          />
          <Select
            label={t('Conexão')}
            placeholder={t('Escolha')}
            data={choices(connections)}
            clearable
            {...form.getInputProps('whatsappId')}
            onChange={(whatsappId) => form.setValues({ whatsappId, ...(whatsappId !== form.values.whatsappId && { template: null }) })}
          />
          <Select
            label={t('Lista de arquivos')}
            placeholder={t('Nenhuma')}
            clearable
            clearButtonProps={{ 'aria-label': t('Tirar a lista de arquivos') }}
            {...fileLists}
            {...form.getInputProps('fileListId')}
          />
          <TextInput
            type="datetime-local"
            label={t('Agendamento')}
            description={timeHint(record?.status ?? null, typed, time)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('scheduledAt')}
          />
        </div>
        {official && form.values.whatsappId !== null && (
          <Suspense
            fallback={
              <Select label={t('Modelo da Meta')} description={forWhom} inputWrapperOrder={['label', 'input', 'description']} disabled />
            }
          >
            {renderTemplate({
              whatsappId: Number(form.values.whatsappId),
              value: form.values.template,
              onChange: (template) => form.setFieldValue('template', template),
              description: forWhom,
              nameVariable: '{nome}',
              hint: t('Use {nome}, {numero}, {email} e as suas variáveis.'),
              fill: (value) =>
                fillCampaign(value, { name: 'Helena Sampaio', number: '5548988123401', email: 'helena@exemplo.com' }, variables),
              error: form.errors.template,
            })}
          </Suspense>
        )}
        <Variants
          label={t('Mensagens')}
          values={form.values.messages}
          variables={variables}
          locked={locked}
          onChange={(messages) => form.setFieldValue('messages', messages)}
          error={form.errors.messages}
        />
        <AttachmentField
          form={form}
          label={t('Anexo')}
          chooseLabel={t('Anexar arquivo')}
          problemOf={(file) => tooLarge(file, uploadMaxBytes)}
        />
        {share !== null && <ProgressBar label={t('Enviando o arquivo')} share={share} />}
        <Switch
          label={t('Só no horário de atendimento')}
          description={t('Fora dele o envio espera a empresa abrir.')}
          {...form.getInputProps('onlyOpenHours', { type: 'checkbox' })}
        />
        <Switch
          label={t('Pedir confirmação')}
          description={t('Primeiro vai uma pergunta; a mensagem segue para quem responder em até 24 horas.')}
          {...form.getInputProps('confirmation', { type: 'checkbox' })}
        />
        {form.values.confirmation && (
          <Variants
            label={t('Perguntas de confirmação')}
            values={form.values.confirmationMessages}
            variables={variables}
            locked={locked}
            onChange={(messages) => form.setFieldValue('confirmationMessages', messages)}
            error={form.errors.confirmationMessages}
          />
        )}
        <DryRun values={form.values} />
      </Fieldset>
    </FormDialog>
  );
}

type VariantsProps = {
  label: string;
  values: string[];
  variables: readonly CampaignVariable[];
  /** They are only read: all at once, for the tabs of a locked form cannot be reached. */
  locked: boolean;
  onChange: (values: string[]) => void;
  error: ReactNode;
};

/** Up to five texts that take turns. */
function Variants({ label, values, variables, locked, onChange, error }: VariantsProps) {
  if (locked)
    return (
      <div className={css.variants}>
        <p className={css.title} aria-hidden>
          {label}
        </p>
        {values.map(
          (value, index) =>
            value !== '' && <Textarea key={String(index)} aria-label={`${label} ${index + 1}`} autosize value={value} readOnly />,
        )}
      </div>
    );
  const unknown = unknownVariables(values.join('\n'), variables);
  return (
    <div>
      <p className={css.title} aria-hidden>
        {label}
      </p>
      <Tabs defaultValue="0" keepMounted={false}>
        <Tabs.List aria-label={label}>
          {Array.from({ length: variantsMax }, (_, index) => (
            <Tabs.Tab key={String(index)} value={String(index)}>
              {t('Msg. {{n}}', { n: index + 1 })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Array.from({ length: variantsMax }, (_, index) => (
          <Tabs.Panel key={String(index)} value={String(index)} pt={8}>
            <Textarea
              aria-label={`${label} ${index + 1}`}
              description={t('Use {nome}, {numero}, {email} e as suas variáveis. As variações se revezam.')}
              inputWrapperOrder={['input', 'description', 'error']}
              autosize
              minRows={4}
              maxRows={10}
              value={values[index] ?? ''}
              error={error}
              onChange={(event) => {
                const text = event.currentTarget.value;
                onChange(values.map((value, at) => (at === index ? text : value)));
              }}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      {unknown.length > 0 && (
        <p className={css.unknown} role="status">
          {t('Não é variável e sairá como está escrito: {{names}}', { names: unknown.join(', ') })}
        </p>
      )}
    </div>
  );
}
