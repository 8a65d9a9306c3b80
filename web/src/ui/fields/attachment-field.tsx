import { Button, Input } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { formatBytes } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import { IconButton } from '../icon-button.tsx';
import css from './attachment-field.module.css';
import { FilePicker } from './file-picker.tsx';

/** `kept`: the name of the stored file, null once it is to be removed. */
export type AttachmentValues = { file: File | null; kept: string | null };

type AttachmentForm = {
  values: AttachmentValues;
  errors: { file?: ReactNode };
  setValues: (values: AttachmentValues) => void;
  setFieldError: (path: 'file', error: ReactNode) => void;
};

export type AttachmentFieldProps = {
  form: AttachmentForm;
  label: string;
  /** On the button, while there is no file. */
  chooseLabel: string;
  icon?: ReactNode;
  /** File types that are offered; any by default. */
  accept?: string;
  /** What is wrong with a chosen file, in words for people. */
  problemOf: (file: File) => string | null;
};

/** One file of a record: choose, replace, remove. It is uploaded when the form is saved. */
export function AttachmentField({ form, label, chooseLabel, icon = <IconPaperclip size={16} />, accept, problemOf }: AttachmentFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { file, kept } = form.values;
  const name = file?.name ?? kept;
  const change = (values: AttachmentValues) => {
    form.setValues(values);
    form.setFieldError('file', values.file && problemOf(values.file));
  };
  const choose = () => picker.current?.click();
  return (
    <Input.Wrapper label={label} labelElement="div" error={form.errors.file}>
      {name === null ? (
        <div>
          <Button variant="default" size="sm" leftSection={icon} onClick={choose}>
            {chooseLabel}
          </Button>
        </div>
      ) : (
        <div className={css.file}>
          {icon}
          <span title={name}>{name}</span>
          {file && <small>{formatBytes(file.size)}</small>}
          <Button variant="subtle" size="sm" onClick={choose}>
            {t('Trocar')}
          </Button>
          <IconButton label={t('Tirar {{name}}', { name })} size="sm" onClick={() => change({ file: null, kept: null })}>
            <IconX size={16} />
          </IconButton>
        </div>
      )}
      <FilePicker ref={picker} accept={accept} onFiles={([chosen]) => chosen && change({ file: chosen, kept })} />
    </Input.Wrapper>
  );
}

/** Says that a file passes `max` bytes. */
export function tooLarge(file: File, max: number): string | null {
  return file.size > max ? t('Grande demais: o limite é {{size}}.', { size: formatBytes(max) }) : null;
}
