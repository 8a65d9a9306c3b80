import { IconDownload, IconPaperclip } from '@tabler/icons-react';
import { formatBytes } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import css from './file-link.module.css';

/** A file to be had; a picture is seen. */
export function FileLink({ file: { url, name, mime, size } }: { file: { url: string; name: string; mime: string; size: number } }) {
  return (
    <a className={css.file} href={url} download={name} target="_blank" rel="noopener" title={t('Baixar {{name}}', { name })}>
      {mime.startsWith('image/') ? <img src={url} alt="" loading="lazy" decoding="async" /> : <IconPaperclip size={18} aria-hidden />}
      <span className={css.name}>{name}</span>
      <span className={css.size}>{formatBytes(size)}</span>
      <IconDownload size={16} aria-hidden />
    </a>
  );
}
