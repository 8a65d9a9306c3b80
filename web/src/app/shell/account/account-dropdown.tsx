import { Menu } from '@mantine/core';
import { IconBell, IconCheck, IconKeyboard, IconLogout, IconRefresh, IconShieldLock, IconUser } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { chooseLanguage, type Language, languageNames, languages, t, useLanguage } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { signOut } from '../../../platform/sign-in.ts';
import { phoneQuery, useMedia } from '../../../platform/use-media.ts';
import { VolumeSlider } from '../signals/volume-control.tsx';
import { AccountButton } from './account-button.tsx';
import css from './account-menu.module.css';
import { DueDate } from './due-date.tsx';

const SecurityDialog = lazy(async () => ({
  default: (await import('../../../features/company/security/security-dialog.tsx')).SecurityDialog,
}));
const NoticesDialog = lazy(async () => ({
  default: (await import('../../../features/team/notices/notices-dialog.tsx')).NoticesDialog,
}));
const ProfileDialog = lazy(async () => ({ default: (await import('./profile-dialog.tsx')).ProfileDialog }));

/** The menu behind the person's picture, opened at first: profile, language, shortcuts, sign-out, and what the top bar of a narrow screen has no room for. */
export function AccountDropdown({ onKeyboard }: { onKeyboard: () => void }) {
  const user = useUser();
  const language = useLanguage();
  const phone = useMedia(phoneQuery);
  const narrow = useMedia('(max-width: 899px)');
  const [profile, setProfile] = useState(false);
  const [security, setSecurity] = useState(false);
  const [notices, setNotices] = useState(false);
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
          <Menu.Item leftSection={<IconUser size={18} />} onClick={() => setProfile(true)}>
            {t('Perfil')}
          </Menu.Item>
          <Menu.Item leftSection={<IconBell size={18} />} onClick={() => setNotices(true)}>
            {t('Avisos')}
          </Menu.Item>
          <Menu.Item leftSection={<IconShieldLock size={18} />} onClick={() => setSecurity(true)}>
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
      <Suspense>
        {profile && <ProfileDialog onClose={() => setProfile(false)} />}
        {notices && <NoticesDialog onClose={() => setNotices(false)} />}
        {security && <SecurityDialog onClose={() => setSecurity(false)} />}
      </Suspense>
    </>
  );
}
