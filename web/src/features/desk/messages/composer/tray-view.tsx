import { carriesCaption } from '@balcao/contract/media-rules';
import { IconChevronDown, IconChevronUp, IconFileText, IconX } from '@tabler/icons-react';
import { formatBytes } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import css from './composer.module.css';
import { captionFile, fileRemark, measureFile, moveFile, removeFile, type TrayFile } from './tray.ts';

/** The chosen files in sending order, each with its caption. */
export function TrayView({ ticketId, files }: { ticketId: number; files: readonly TrayFile[] }) {
  return (
    <ul className={css.tray} aria-label={t('Arquivos a enviar')}>
      {files.map((entry, at) => {
        const { id, file, kind, caption, previewUrl } = entry;
        const remark = fileRemark(entry);
        return (
          <li key={id} data-bad={remark?.bad || undefined}>
            {previewUrl ? (
              <img src={previewUrl} alt="" onLoad={(event) => measureFile(ticketId, id, naturalSize(event.currentTarget))} />
            ) : (
              <IconFileText size={24} aria-hidden />
            )}
            <span className={css.file}>
              <b title={file.name}>{file.name}</b>
              {remark ? <span role={remark.bad ? 'alert' : undefined}>{remark.text}</span> : <span>{formatBytes(file.size)}</span>}
              {kind && carriesCaption[kind] && (
                <input
                  value={caption}
                  maxLength={1024}
                  placeholder={t('Legenda')}
                  aria-label={t('Legenda de {{name}}', { name: file.name })}
                  onChange={(event) => captionFile(ticketId, id, event.currentTarget.value)}
                />
              )}
            </span>
            {files.length > 1 && (
              <span className={css.order}>
                <IconButton
                  label={t('Enviar {{name}} antes', { name: file.name })}
                  size="sm"
                  disabled={at === 0}
                  onClick={() => moveFile(ticketId, id, -1)}
                >
                  <IconChevronUp size={16} />
                </IconButton>
                <IconButton
                  label={t('Enviar {{name}} depois', { name: file.name })}
                  size="sm"
                  disabled={at === files.length - 1}
                  onClick={() => moveFile(ticketId, id, 1)}
                >
                  <IconChevronDown size={16} />
                </IconButton>
              </span>
            )}
            <IconButton label={t('Tirar {{name}}', { name: file.name })} size="sm" onClick={() => removeFile(ticketId, id)}>
              <IconX size={16} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

function naturalSize({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) {
  return { width, height };
}
