import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBack } from '../../platform/back.ts';
import { t } from '../../platform/i18n.ts';
import css from './dialog.module.css';
import { useFocusReturn } from './focus-return.ts';

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the bottom: the safe one on the left, the main one on the right. */
  foot?: ReactNode;
  /** In pixels; 480 by default. Phones show a bottom sheet. */
  width?: number;
  /** Opens above another dialog. */
  above?: boolean;
  /** Without padding around the content. */
  flush?: boolean;
};

/** A dialog; a bottom sheet on phones. The focus is trapped inside and returns when it closes. Going back closes it. */
export function Dialog({ opened, onClose, title, children, foot, width = 480, above = false, flush = false }: DialogProps) {
  useFocusReturn();
  useBack(onClose, opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      zIndex={above ? 320 : 200}
      closeButtonProps={{ 'aria-label': t('Fechar') }}
      classNames={{ inner: css.inner ?? '', content: css.content ?? '', body: css.body ?? '' }}
      // Its title names it only a moment after it is there.
      attributes={{ content: { 'aria-label': title } }}
    >
      <div className={flush ? undefined : css.inside}>{children}</div>
      {foot && <div className={css.foot}>{foot}</div>}
    </Modal>
  );
}
