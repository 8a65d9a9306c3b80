import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../platform/i18n.ts';
import css from './dialog.module.css';
import { useFocusReturn } from './focus-return.ts';

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the bottom: the safe one left, the main one right. */
  foot?: ReactNode;
  /** Pixels; 480 unless given. On phones it is a sheet from below. */
  width?: number;
  /** Stands above another dialog. */
  above?: boolean;
  /** Without space around the content. */
  flush?: boolean;
};

/** A dialog; a sheet from below on phones. The focus stays inside and goes back when it closes. */
export function Dialog({ opened, onClose, title, children, foot, width = 480, above = false, flush = false }: DialogProps) {
  useFocusReturn();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      zIndex={above ? 320 : 200}
      closeButtonProps={{ 'aria-label': t('Fechar') }}
      classNames={{ inner: css.inner ?? '', content: css.content ?? '', body: css.body ?? '' }}
    >
      <div className={flush ? undefined : css.inside}>{children}</div>
      {foot && <div className={css.foot}>{foot}</div>}
    </Modal>
  );
}
