import type { FileListDetail } from '@balcao/contract/files';
import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { useFileList } from '../../../data/files/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { LoadingDialog } from '../../../ui/dialog/loading-dialog.tsx';
import { FileEntries } from './file-entries.tsx';
import { type FileListValues, fileListRules, fileListValues, savedEntries } from './file-list-form.ts';
import { useSaveFileList, useUploadFile } from './mutations.ts';

export type FileListDialogProps = {
  /** Null adds a list. */
  fileListId: number | null;
  onClose: () => void;
};

/** Adds or changes a file list. Mounted while it is open. */
export function FileListDialog({ fileListId, onClose }: FileListDialogProps) {
  const list = useFileList(fileListId);
  if (fileListId === null || list.data)
    return <FileListForm list={list.data ?? null} now={recordNow(list, fileListValues)} onClose={onClose} />;
  return (
    <LoadingDialog
      title={t('Editar lista de arquivos')}
      onClose={onClose}
      error={list.error}
      retry={() => void list.refetch()}
      errorTitle={t('Não foi possível abrir a lista')}
      label={t('Carregando a lista de arquivos')}
    />
  );
}

type FileListFormProps = { list: FileListDetail | null; now: FileListValues | null | undefined; onClose: () => void };

function FileListForm({ list, now, onClose }: FileListFormProps) {
  const save = useSaveFileList();
  const send = useUploadFile();
  // Kept if the list was saved but one of its files failed: saving again continues from there.
  const storedId = useRef(list?.id ?? null);
  const [sent, setSent] = useState<{ key: string; share: number } | null>(null);
  const form = useForm<FileListValues>({ initialValues: fileListValues(list), validate: fileListRules() });
  const onSave = async (values: FileListValues) => {
    const saved = await save.mutateAsync({ id: storedId.current, values });
    storedId.current = saved.id;
    let entries = savedEntries(values.options, saved);
    form.setFieldValue('options', entries);
    try {
      for (const { key, id, file } of entries) {
        if (id === null || !file) continue;
        setSent({ key, share: 0 });
        await send.mutateAsync({ fileListId: saved.id, entryId: id, file, onProgress: (share) => setSent({ key, share }) });
        entries = entries.map((entry) => (entry.key === key ? { ...entry, file: null, stored: file.name } : entry));
        form.setFieldValue('options', entries);
      }
    } finally {
      setSent(null);
    }
    toastSuccess(t('Lista de arquivos salva com sucesso.'), toastLife.administration);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={list ? t('Editar lista de arquivos') : t('Adicionar lista de arquivos')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{ ERR_FILE_NAME_ALREADY_EXISTS: 'name' }}
      saveLabel={list ? t('Salvar') : t('Adicionar')}
      width={560}
    >
      <TextInput label={t('Nome')} required data-autofocus maxLength={110} autoComplete="off" {...form.getInputProps('name')} />
      <Textarea
        label={t('Mensagem')}
        description={t('Numa conversa, vai com o primeiro arquivo. Em campanhas e agendamentos, cada arquivo vai com o seu nome.')}
        required
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('message')}
      />
      <FileEntries form={form} sent={sent} />
    </FormDialog>
  );
}
