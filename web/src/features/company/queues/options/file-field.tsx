import { uploadMaxBytes } from '@balcao/contract/media-rules';
import { Button } from '@mantine/core';
import { IconFile, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatBytes } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { FilePicker } from '../../../../ui/fields/file-picker.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../../ui/marks/progress-bar.tsx';
import css from './file-field.module.css';

export type FileFieldProps = {
  label: string;
  hint: string;
  /** The file that is there or will be; null for none. */
  name: string | null;
  /** Link to the file. */
  href?: string | null;
  /** From 0 to 1 while it is uploading. */
  share?: number | null;
  /** Why no file can be chosen yet. */
  blocked?: string | null;
  onChoose: (file: File) => void;
  onRemove: () => void;
};

/** A file that goes out with a text: choose, look at, replace, remove. */
export function FileField({ label, hint, name, href = null, share = null, blocked = null, onChoose, onRemove }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const isTooLarge = file.size > uploadMaxBytes;
    setProblem(isTooLarge ? t('O arquivo passa de {{size}}. Escolha um menor.', { size: formatBytes(uploadMaxBytes) }) : null);
    if (!isTooLarge) onChoose(file);
  };
  return (
    <div className={css.field}>
      <span className={css.label}>{label}</span>
      <FilePicker ref={input} label={label} onFiles={([file]) => choose(file)} />
      <div className={css.row}>
        {name !== null && (
          <span className={css.file}>
            <IconFile size={18} aria-hidden />
            {href ? (
              <a href={href} target="_blank" rel="noreferrer">
                {name}
              </a>
            ) : (
              <span>{name}</span>
            )}
          </span>
        )}
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPaperclip size={16} />}
          disabled={share !== null || blocked !== null}
          aria-label={name === null ? t('Anexar arquivo: {{label}}', { label }) : t('Trocar arquivo: {{label}}', { label })}
          onClick={() => input.current?.click()}
        >
          {name === null ? t('Anexar arquivo') : t('Trocar')}
        </Button>
        {name !== null && share === null && (
          <IconButton label={t('Remover o arquivo {{name}}', { name })} onClick={onRemove}>
            <IconTrash size={18} />
          </IconButton>
        )}
      </div>
      {share !== null && <ProgressBar label={t('Enviando o arquivo')} share={share} />}
      {problem ? (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      ) : (
        <p className={css.hint}>{blocked ?? hint}</p>
      )}
    </div>
  );
}
