import { uploadMaxBytes } from '@balcao/contract/media-rules';
import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueues } from '../../../data/queues/queries.ts';
import { useEditedQuickMessage } from '../../../data/quick-messages/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useSaveWithFile } from '../../../ui/dialog/save-with-file.ts';
import { AttachmentField, tooLarge } from '../../../ui/fields/attachment-field.tsx';
import { VariableField } from '../../../ui/fields/variable-field.tsx';
import { ProgressBar } from '../../../ui/marks/progress-bar.tsx';
import { useAttach, useSaveQuickMessage } from './mutations.ts';
import { type QuickMessageValues, quickMessageRules, quickMessageValues } from './quick-message-form.ts';

export type QuickMessageDialogProps = {
  /** Null adds a quick message. */
  record: QuickMessageView | null;
  onClose: () => void;
};

/** Adds or changes a quick message. Mounted while it is open. */
export function QuickMessageDialog({ record, onClose }: QuickMessageDialogProps) {
  const { data: queues = [] } = useQueues();
  const save = useSaveQuickMessage();
  const attach = useAttach();
  const { saveWithFile, share } = useSaveWithFile<QuickMessageValues>(
    record,
    (values, id) => save.mutateAsync({ id, values }),
    attach.mutateAsync,
  );
  const form = useForm<QuickMessageValues>({ initialValues: quickMessageValues(record), validate: quickMessageRules() });
  const now = recordNow(useEditedQuickMessage(record), quickMessageValues);
  const onSave = async (values: QuickMessageValues) => {
    await saveWithFile(values);
    toastSuccess(t('Resposta rápida salva com sucesso.'), toastLife.administration);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={record ? t('Editar resposta rápida') : t('Adicionar resposta rápida')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{ ERR_SHORTCODE_ALREADY_EXISTS: 'shortcode', ERR_MEDIA_TYPE: 'file', ERR_MEDIA_TOO_LARGE: 'file' }}
      saveLabel={record ? t('Salvar') : t('Adicionar')}
      width={560}
    >
      <TextInput
        label={t('Atalho')}
        description={t('Na conversa, digite / e o começo do atalho para inserir a mensagem.')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={60}
        leftSection="/"
        {...form.getInputProps('shortcode')}
      />
      <VariableField label={t('Mensagem')} minRows={3} {...form.getInputProps('message')} value={form.values.message} />
      <AttachmentField
        form={form}
        label={t('Anexo')}
        chooseLabel={t('Anexar arquivo')}
        problemOf={(file) => tooLarge(file, uploadMaxBytes)}
      />
      {share !== null && <ProgressBar label={t('Enviando o arquivo')} share={share} />}
      <NativeSelect
        label={t('Fila')}
        description={t('Só aparece nas conversas desta fila.')}
        data={[{ value: '', label: t('Todas as filas') }, ...queues.map(({ id, name }) => ({ value: String(id), label: name }))]}
        {...form.getInputProps('queueId')}
      />
      <Switch
        label={t('Geral')}
        description={t('Todos da empresa podem usar. Desligado, só você.')}
        {...form.getInputProps('geral', { type: 'checkbox' })}
      />
      <Switch
        label={t('Ativa')}
        description={t('Desligada, fica guardada mas não aparece nas sugestões.')}
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
