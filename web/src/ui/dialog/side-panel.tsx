import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBack } from '../../platform/back.ts';
import { t } from '../../platform/i18n.ts';
import { useFocusReturn } from './focus-return.ts';
import css from './side-panel.module.css';

export type SidePanelProps = { opened: boolean; onClose: () => void; title: string; children: ReactNode; foot?: ReactNode; width?: number };

/** A panel that slides in over the right of the page. */
export function SidePanel({ opened, onClose, title, children, foot, width = 420 }: SidePanelProps) {
  useFocusReturn();
  useBack(onClose, opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size={width}
      closeButtonProps={{ 'aria-label': t('Fechar') }}
      classNames={{ content: css.content ?? '', body: css.body ?? '' }}
      // Its title names it only a moment after it is there.
      attributes={{ content: { 'aria-label': title } }}
    >
      <div className={css.inside}>{children}</div>
      {foot && <div className={css.foot}>{foot}</div>}
    </Drawer>
  );
}
