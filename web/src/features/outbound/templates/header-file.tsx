import { attachedFile, headerTakes, type TemplateMedia } from '@balcao/contract/template-rules';
import { Checkbox, FileInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';

const accepted: Record<TemplateMedia, string | undefined> = {
  IMAGE: 'image/jpeg,image/png',
  VIDEO: 'video/mp4,video/3gpp',
  DOCUMENT: undefined,
};

/** What Meta takes above a template. */
function takenText(kind: TemplateMedia): string {
  switch (kind) {
    case 'IMAGE':
      return t('JPEG ou PNG de até 5 MB');
    case 'VIDEO':
      return t('MP4 ou 3GP de até 16 MB');
    case 'DOCUMENT':
      return t('Qualquer documento de até 100 MB');
  }
}

/** Why this file cannot stand above a template of this kind; null if it can. */
export function headerProblem(kind: TemplateMedia, file: File | null): string | null {
  if (!file || headerTakes(kind, file.type || 'application/octet-stream', file.size)) return null;
  return t('A Meta não aceita este arquivo aqui: {{taken}}.', { taken: takenText(kind) });
}

type HeaderFileProps = {
  kind: TemplateMedia;
  file: File | null;
  onFile: (file: File | null) => void;
  /** The address, where no file is chosen. */
  link: string;
  onLink: (link: string) => void;
  error: ReactNode;
};

/** The file above a template that is sent now: one of this device, or the address of one. */
export function HeaderFile({ kind, file, onFile, link, onLink, error }: HeaderFileProps) {
  return (
    <>
      <FileInput
        label={t('Arquivo do cabeçalho')}
        description={takenText(kind)}
        placeholder={t('Escolher arquivo')}
        data-autofocus
        accept={accepted[kind]}
        clearable
        clearButtonProps={{ 'aria-label': t('Tirar o arquivo') }}
        value={file}
        error={headerProblem(kind, file)}
        onChange={onFile}
      />
      {!file && (
        <TextInput
          label={t('Ou o endereço do arquivo (https)')}
          value={link}
          error={error}
          onChange={(event) => onLink(event.currentTarget.value)}
        />
      )}
    </>
  );
}

type AttachedHeaderProps = { kind: TemplateMedia; value: string; onChange: (value: string) => void; error: ReactNode };

/** The file above a template that is sent later: the one attached to the campaign or the scheduled message, or the address of one. */
export function AttachedHeader({ kind, value, onChange, error }: AttachedHeaderProps) {
  const isAttached = value === attachedFile;
  return (
    <>
      <Checkbox
        label={t('O arquivo anexado vai no cabeçalho')}
        description={takenText(kind)}
        checked={isAttached}
        onChange={(event) => onChange(event.currentTarget.checked ? attachedFile : '')}
      />
      {!isAttached && (
        <TextInput
          label={t('Endereço do arquivo do cabeçalho (https)')}
          required
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}
