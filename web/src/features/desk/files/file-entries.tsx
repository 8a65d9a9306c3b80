import { fileOptionsMax } from '@balcao/contract/file-rules';
import { uploadMaxBytes } from '@balcao/contract/media-rules';
import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPaperclip, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { formatBytes } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { newIdempotencyKey } from '../../../platform/random.ts';
import { FilePicker } from '../../../ui/fields/file-picker.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/marks/progress-bar.tsx';
import css from './file-list-dialog.module.css';
import type { EntryValues, FileListValues } from './file-list-form.ts';

export type FileEntriesProps = {
  form: UseFormReturnType<FileListValues>;
  /** Upload progress per entry, from 0 to 1. */
  sent: { key: string; share: number } | null;
};

/** The files of a list in their order. */
export function FileEntries({ form, sent }: FileEntriesProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { options } = form.values;
  const add = (files: readonly File[]) => {
    for (const file of files.slice(0, fileOptionsMax - options.length))
      form.insertListItem('options', { key: newIdempotencyKey(), id: null, name: file.name, stored: null, size: file.size, file });
  };
  return (
    <fieldset className={css.files}>
      <legend>{t('Arquivos')}</legend>
      {options.map((entry, at) => (
        <FileEntry
          key={entry.key}
          entry={entry}
          place={at + 1}
          nameProps={form.getInputProps(`options.${at}.name`)}
          error={form.errors[`options.${at}.file`]}
          share={sent?.key === entry.key ? sent.share : null}
          onFile={(file) => {
            form.setFieldValue(`options.${at}.file`, file);
            form.setFieldValue(`options.${at}.size`, file.size);
          }}
          onRemove={() => form.removeListItem('options', at)}
        />
      ))}
      {options.length < fileOptionsMax && (
        <Button
          className={css.add ?? ''}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} />}
          onClick={() => picker.current?.click()}
        >
          {t('Adicionar arquivos')}
        </Button>
      )}
      <FilePicker ref={picker} multiple onFiles={add} />
    </fieldset>
  );
}

type FileEntryProps = {
  entry: EntryValues;
  place: number;
  nameProps: object;
  error: React.ReactNode;
  share: number | null;
  onFile: (file: File) => void;
  onRemove: () => void;
};

function FileEntry({ entry, place, nameProps, error, share, onFile, onRemove }: FileEntryProps) {
  const picker = useRef<HTMLInputElement>(null);
  const fileName = entry.file?.name ?? entry.stored;
  const tooLarge = entry.file !== null && entry.file.size > uploadMaxBytes;
  return (
    <div className={css.entry}>
      <TextInput aria-label={t('Nome do arquivo {{n}}', { n: place })} placeholder={t('Nome')} maxLength={200} {...nameProps} />
      <IconButton label={t('Remover arquivo {{n}}', { n: place })} onClick={onRemove}>
        <IconTrash size={18} />
      </IconButton>
      <div className={css.about}>
        <IconPaperclip size={14} aria-hidden />
        <span title={fileName ?? undefined}>{fileName ?? t('Sem arquivo')}</span>
        {entry.size !== null && <b>{formatBytes(entry.size)}</b>}
        <Button variant="subtle" size="compact-xs" onClick={() => picker.current?.click()}>
          {fileName ? t('Trocar') : t('Escolher arquivo')}
        </Button>
      </div>
      {tooLarge && <p className={css.bad}>{t('Grande demais: o limite é {{size}}.', { size: formatBytes(uploadMaxBytes) })}</p>}
      {error && <p className={css.bad}>{error}</p>}
      {share !== null && (
        <div className={css.wide}>
          <ProgressBar label={t('Enviando o arquivo')} share={share} />
        </div>
      )}
      <FilePicker ref={picker} onFiles={([file]) => file && onFile(file)} />
    </div>
  );
}
