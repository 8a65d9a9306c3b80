import { announcementLimits, announcementPictures, priorities } from '@balcao/contract/announcement-rules';
import type { AnnouncementView } from '@balcao/contract/announcements';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPhoto } from '@tabler/icons-react';
import { useEditedAnnouncement } from '../../../data/announcements/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useSaveWithFile } from '../../../ui/dialog/save-with-file.ts';
import { AttachmentField } from '../../../ui/fields/attachment-field.tsx';
import { ProgressBar } from '../../../ui/marks/progress-bar.tsx';
import { type AnnouncementValues, announcementRules, announcementValues, pictureProblem } from './announcement-form.ts';
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
  const { saveWithFile, share } = useSaveWithFile<AnnouncementValues>(
    record,
    (values, id) => save.mutateAsync({ id, values }),
    setPicture.mutateAsync,
  );
  const form = useForm<AnnouncementValues>({ initialValues: announcementValues(record), validate: announcementRules() });
  const now = recordNow(useEditedAnnouncement(record), announcementValues);
  const onSave = async (values: AnnouncementValues) => {
    await saveWithFile(values);
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
      <AttachmentField
        form={form}
        label={t('Imagem')}
        chooseLabel={t('Escolher imagem')}
        icon={<IconPhoto size={16} aria-hidden />}
        accept={['.png', '.jpg', '.jpeg', ...announcementPictures].join(',')}
        problemOf={pictureProblem}
      />
      {share !== null && <ProgressBar label={t('Enviando o arquivo')} share={share} />}
      <Switch
        label={t('Ativo')}
        description={t('Desligado, só os operadores da plataforma o veem.')}
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
