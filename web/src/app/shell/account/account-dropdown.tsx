import { Menu } from '@mantine/core';
import { IconBell, IconCheck, IconKeyboard, IconLogout, IconRefresh, IconShieldLock, IconTypography, IconUser } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { chooseLanguage, type Language, languageNames, languages, t, useLanguage } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { useUser } from '../../../platform/session.ts';
import { signOut } from '../../../platform/sign-in.ts';
import { phoneQuery, useMedia } from '../../../platform/use-media.ts';
import { VolumeSlider } from '../signals/volume-control.tsx';
import { AccountButton } from './account-button.tsx';
import type { AccountDialog } from './account-dialogs.tsx';
import css from './account-menu.module.css';
import { DueDate } from './due-date.tsx';
import { goAway } from './go-away.ts';

const AccountDialogs = lazyPart(async () => ({ default: (await import('./account-dialogs.tsx')).AccountDialogs }));

/** The menu behind the person's picture, opened at first: profile, language, shortcuts, sign-out, and what the top bar of a narrow screen has no room for. */
export function AccountDropdown({ onKeyboard }: { onKeyboard: () => void }) {
  const user = useUser();
  const language = useLanguage();
  const phone = useMedia(phoneQuery);
  const narrow = useMedia('(max-width: 899px)');
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // This button took the place of the one that was pressed; the menu gives the focus back to whatever has it when it opens.
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  const speak = (chosen: Language) => {
    void chooseLanguage(chosen);
    // Saved with the account too. If that fails, nothing is lost here.
    api('PUT /users/:userId', { params: { userId: user.id }, body: { language: chosen } }).catch(() => undefined);
  };
  return (
    <>
      <Menu width={232} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <AccountButton ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <div className={css.who}>
            <b>{user.name}</b>
            <span>{user.email}</span>
            {narrow && <DueDate />}
          </div>
          {phone && (
            <>
              <Menu.Divider />
              <div className={css.volume}>
                <VolumeSlider />
              </div>
              <Menu.Item leftSection={<IconRefresh size={18} />} onClick={() => window.location.reload()}>
                {t('Recarregar')}
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.CheckboxItem checked={user.away} checkIcon={<IconCheck size={18} />} closeMenuOnClick={false} onChange={goAway}>
            {t('Ausente: não recebo conversas')}
          </Menu.CheckboxItem>
          <Menu.Item leftSection={<IconUser size={18} />} onClick={() => setDialog('profile')}>
            {t('Perfil')}
          </Menu.Item>
          <Menu.Item leftSection={<IconBell size={18} />} onClick={() => setDialog('notices')}>
            {t('Avisos')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTypography size={18} />} onClick={() => setDialog('appearance')}>
            {t('Aparência')}
          </Menu.Item>
          <Menu.Item leftSection={<IconShieldLock size={18} />} onClick={() => setDialog('security')}>
            {t('Segurança')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={18} />} onClick={onKeyboard}>
            {t('Atalhos do teclado')}
          </Menu.Item>
          <Menu.Divider />
          {languages.map((one) => (
            <Menu.RadioItem
              key={one}
              value={one}
              checked={one === language}
              lang={one}
              closeMenuOnClick
              checkIcon={<IconCheck size={18} />}
              onChange={() => speak(one)}
            >
              {languageNames[one]}
            </Menu.RadioItem>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void signOut()}>
            {t('Sair')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{dialog && <AccountDialogs dialog={dialog} onClose={() => setDialog(null)} />}</Suspense>
    </>
  );
}
