import { uploadMaxBytes } from '@balcao/contract/media-rules';
import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { Button, Input, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useEditedQuickMessage } from '../../../data/quick-messages/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { formatBytes } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { VariableField } from '../../../ui/fields/variable-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/marks/progress-bar.tsx';
import { useAttach, useSaveQuickMessage } from './mutations.ts';
import css from './quick-message-dialog.module.css';
import { type QuickMessageValues, quickMessageRules, quickMessageValues } from './quick-message-form.ts';

export type QuickMessageDialogProps = {
  /** Null adds a quick message. */
  record: QuickMessageView | null;
  onClose: () => void;
};

/** Adds or changes a quick message. Mounted while it is open. */
export function QuickMessageDialog({ record, onClose }: QuickMessageDialogProps) {
  const save = useSaveQuickMessage();
  const attach = useAttach();
  // Kept if the message was saved but its file was refused: saving again must not add another message.
  const stored = useRef(record);
  const [sent, setSent] = useState<number | null>(null);
  const form = useForm<QuickMessageValues>({ initialValues: quickMessageValues(record), validate: quickMessageRules() });
  const now = recordNow(useEditedQuickMessage(record), quickMessageValues);
  const onSave = async (values: QuickMessageValues) => {
    stored.current = await save.mutateAsync({ id: stored.current?.id ?? null, values });
    const { id, mediaName } = stored.current;
    if (values.file || (mediaName !== null && values.kept === null)) {
      if (values.file) setSent(0);
      try {
        await attach.mutateAsync({ id, file: values.file, onProgress: setSent });
      } finally {
        setSent(null);
      }
    }
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
      <Attachment
        file={form.values.file}
        kept={form.values.kept}
        error={typeof form.errors.file === 'string' ? form.errors.file : null}
        onFile={(file) => {
          form.setFieldValue('file', file);
          if (file && file.size > uploadMaxBytes)
            form.setFieldError('file', t('Grande demais: o limite é {{size}}.', { size: formatBytes(uploadMaxBytes) }));
        }}
        onRemove={() => {
          form.setFieldValue('file', null);
          form.setFieldValue('kept', null);
        }}
      />
      {sent !== null && <ProgressBar label={t('Enviando o arquivo')} share={sent} />}
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

type AttachmentProps = {
  file: File | null;
  kept: string | null;
  error: string | null;
  onFile: (file: File | null) => void;
  onRemove: () => void;
};

function Attachment({ file, kept, error, onFile, onRemove }: AttachmentProps) {
  const picker = useRef<HTMLInputElement>(null);
  const name = file?.name ?? kept;
  return (
    <Input.Wrapper label={t('Anexo')} labelElement="div" error={error}>
      {name === null ? (
        <div>
          <Button variant="default" size="sm" leftSection={<IconPaperclip size={16} />} onClick={() => picker.current?.click()}>
            {t('Anexar arquivo')}
          </Button>
        </div>
      ) : (
        <div className={css.file}>
          <IconPaperclip size={16} aria-hidden />
          <span title={name}>{name}</span>
          {file && <small>{formatBytes(file.size)}</small>}
          <Button variant="subtle" size="sm" onClick={() => picker.current?.click()}>
            {t('Trocar')}
          </Button>
          <IconButton label={t('Tirar {{name}}', { name })} size="sm" onClick={onRemove}>
            <IconX size={16} />
          </IconButton>
        </div>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        aria-hidden
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen) onFile(chosen);
          event.currentTarget.value = '';
        }}
      />
    </Input.Wrapper>
  );
}
