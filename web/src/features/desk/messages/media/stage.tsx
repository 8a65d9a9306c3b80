import { Modal } from '@mantine/core';
import { IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useBack } from '../../../../platform/back.ts';
import { t } from '../../../../platform/i18n.ts';
import { useFocusReturn } from '../../../../ui/dialog/focus-return.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import css from './stage.module.css';

export type StageProps = {
  /** Its name, read aloud. */
  label: string;
  /** At the top, before the buttons. */
  heading: ReactNode;
  file: { url: string | null; name: string | null };
  onShrink: () => void;
  onEnlarge: () => void;
  smallest?: boolean;
  largest?: boolean;
  /** Further buttons. */
  tools?: ReactNode;
  /** What further keys do. */
  keys?: readonly [key: string, action: () => void][];
  onClose: () => void;
  children: ReactNode;
};

/** A file of a conversation over the whole screen, to be looked at more or less closely. */
export function Stage({ label, heading, file, onShrink, onEnlarge, smallest, largest, tools, keys = [], onClose, children }: StageProps) {
  useFocusReturn();
  useBack(onClose);
  const actions = new Map([['+', onEnlarge], ['=', onEnlarge], ['-', onShrink], ...keys]);
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actions.get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      padding={0}
      title={null}
      attributes={{ content: { 'aria-label': label } }}
      zIndex={330}
      classNames={{ content: css.content ?? '', body: css.body ?? '' }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys repeat the buttons. */}
      <div className={css.stage} onKeyDown={onKeyDown}>
        <header className={css.bar}>
          <span className={css.heading}>{heading}</span>
          <IconButton label={t('Diminuir')} keys="-" disabled={smallest} onClick={onShrink}>
            <IconZoomOut size={20} />
          </IconButton>
          <IconButton label={t('Aumentar')} keys="+" disabled={largest} onClick={onEnlarge}>
            <IconZoomIn size={20} />
          </IconButton>
          {tools}
          <a
            className={css.download}
            href={file.url ?? undefined}
            download={file.name ?? true}
            aria-label={t('Baixar arquivo')}
            title={t('Baixar arquivo')}
          >
            <IconDownload size={20} />
          </a>
          <IconButton label={t('Fechar')} keys="Esc" data-autofocus onClick={onClose}>
            <IconX size={20} />
          </IconButton>
        </header>
        {children}
      </div>
    </Modal>
  );
}
