import { announcementLimits, announcementPictures, priorities } from '@balcao/contract/announcement-rules';
import type { AnnouncementView } from '@balcao/contract/announcements';
import { Button, Input, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useEditedAnnouncement } from '../../../data/announcements/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/marks/progress-bar.tsx';
import css from './announcement-dialog.module.css';
import { type AnnouncementValues, announcementRules, announcementValues } from './announcement-form.ts';
import { useSaveAnnouncement, useSetPicture } from './mutations.ts';
import { priorityText } from './priority-chip.tsx';

export type AnnouncementDialogProps = {
  /** Null adds an announcement. */
  record: AnnouncementView | null;
  onClose: () => void;
};

/** Adds or changes an announcement. Mounted while it is open. */
export function AnnouncementDialog({ record, onClose }: AnnouncementDialogProps) {
  const save = useSaveAnnouncement();
  const setPicture = useSetPicture();
  // Kept if the text was saved but the picture was refused: saving again must not add another one.
  const stored = useRef(record);
  const [sent, setSent] = useState<number | null>(null);
  const form = useForm<AnnouncementValues>({ initialValues: announcementValues(record), validate: announcementRules() });
  const now = recordNow(useEditedAnnouncement(record), announcementValues);
  const onSave = async (values: AnnouncementValues) => {
    stored.current = await save.mutateAsync({ id: stored.current?.id ?? null, values });
    const { id, mediaName } = stored.current;
    if (values.file || (mediaName !== null && values.kept === null)) {
      if (values.file) setSent(0);
      try {
        await setPicture.mutateAsync({ id, file: values.file, onProgress: setSent });
      } finally {
        setSent(null);
      }
    }
    toastSuccess(t('Informativo salvo com sucesso.'), toastLife.administration);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={record ? t('Editar informativo') : t('Adicionar informativo')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{ ERR_MEDIA_TYPE: 'file', ERR_MEDIA_TOO_LARGE: 'file' }}
      saveLabel={record ? t('Salvar') : t('Adicionar')}
      width={560}
    >
      <TextInput
        label={t('Título')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={announcementLimits.titleMax}
        {...form.getInputProps('title')}
      />
      <Textarea label={t('Texto')} required autosize minRows={4} maxRows={12} {...form.getInputProps('text')} />
      <NativeSelect
        label={t('Prioridade')}
        data={priorities.map((priority) => ({ value: String(priority), label: priorityText(priority) }))}
        {...form.getInputProps('priority')}
      />
      <Picture
        file={form.values.file}
        kept={form.values.kept}
        error={typeof form.errors.file === 'string' ? form.errors.file : null}
        onFile={(file) => {
          form.setFieldValue('file', file);
          form.clearFieldError('file');
          if (file) form.validateField('file');
        }}
        onRemove={() => {
          form.setFieldValue('file', null);
          form.setFieldValue('kept', null);
          form.clearFieldError('file');
        }}
      />
      {sent !== null && <ProgressBar label={t('Enviando o arquivo')} share={sent} />}
      <Switch
        label={t('Ativo')}
        description={t('Desligado, só os operadores da plataforma o veem.')}
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

type PictureProps = {
  file: File | null;
  kept: string | null;
  error: string | null;
  onFile: (file: File | null) => void;
  onRemove: () => void;
};

function Picture({ file, kept, error, onFile, onRemove }: PictureProps) {
  const picker = useRef<HTMLInputElement>(null);
  const name = file?.name ?? kept;
  return (
    <Input.Wrapper label={t('Imagem')} labelElement="div" error={error}>
      {name === null ? (
        <div>
          <Button variant="default" size="sm" leftSection={<IconPhoto size={16} />} onClick={() => picker.current?.click()}>
            {t('Escolher imagem')}
          </Button>
        </div>
      ) : (
        <div className={css.file}>
          <IconPhoto size={16} aria-hidden />
          <span title={name}>{name}</span>
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
        accept={['.png', '.jpg', '.jpeg', ...announcementPictures].join(',')}
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
