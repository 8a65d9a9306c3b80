import { Drawer } from '@mantine/core';
import { useBack } from '../../../platform/back.ts';
import { t } from '../../../platform/i18n.ts';
import css from '../shell.module.css';
import { Rail, type RailProps } from './rail.tsx';

/** The menu of a phone, over the page. */
export function PhoneMenu({ opened, onClose, ...rail }: Omit<RailProps, 'look' | 'onToggle'> & { opened: boolean; onClose: () => void }) {
  useBack(onClose, opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={268}
      withCloseButton={false}
      padding={0}
      title={null}
      classNames={{ body: css.over ?? '' }}
      attributes={{ content: { 'aria-label': t('Menu') } }}
    >
      <Rail {...rail} look="over" onToggle={onClose} />
    </Drawer>
  );
}
