import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../platform/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** Light or dark, remembered. */
export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <IconButton label={dark ? t('Usar tema claro') : t('Usar tema escuro')} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
      {dark ? <IconSun size={18} /> : <IconMoon size={18} />}
    </IconButton>
  );
}
