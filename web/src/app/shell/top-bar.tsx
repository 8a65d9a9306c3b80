import { IconMenu2, IconRefresh, IconSearch } from '@tabler/icons-react';
import { memo } from 'react';
import { useKeysOf } from '../../platform/commands.ts';
import { t } from '../../platform/i18n.ts';
import { useUser } from '../../platform/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/text/kbd.tsx';
import { ThemeToggle } from '../theme-toggle.tsx';
import { AccountMenu } from './account/account-menu.tsx';
import { DueDate } from './account/due-date.tsx';
import { AnnouncementsButton } from './signals/announcements-button.tsx';
import { ChatButton } from './signals/chat-button.tsx';
import { ForMeButton } from './signals/for-me-button.tsx';
import { NotificationBell } from './signals/notification-bell.tsx';
import { VolumeControl } from './signals/volume-control.tsx';
import css from './top-bar.module.css';

export type TopBarProps = {
  /** Opens the menu; null where the menu is always visible. */
  onMenu: (() => void) | null;
  onPalette: () => void;
  onKeyboard: () => void;
  /** The line to the server was opened, or that failed. */
  lineTried: boolean;
  /** Internal chats with something unread; null where the plan has none. */
  unreadChats: number | null;
};

/** Drawn again only for what it shows: opening a conversation changes nothing in it. */
export const TopBar = memo(function TopBar({ onMenu, onPalette, onKeyboard, lineTried, unreadChats }: TopBarProps) {
  const user = useUser();
  const keys = useKeysOf('app.palette');
  return (
    <header className={css.top}>
      {onMenu && (
        <IconButton label={t('Abrir menu')} onClick={onMenu}>
          <IconMenu2 size={18} />
        </IconButton>
      )}
      <div className={css.hello}>
        <span className={css.name}>
          <span className={css.wide}>{t('Olá,')} </span>
          <b>{user.name}</b>
          <span className={css.wide}> — {user.company.name}</span>
        </span>
        <DueDate className={css.due} />
      </div>
      <button type="button" className={css.palette} onClick={onPalette}>
        <IconSearch size={16} aria-hidden />
        <span className={css.paletteText}>{t('Buscar ou ir para…')}</span>
        {keys && (
          <span className={css.paletteKeys} aria-hidden>
            <Kbd keys={keys} />
          </span>
        )}
      </button>
      <span className={css.theme}>
        <ThemeToggle />
      </span>
      <span className={css.optional}>
        <VolumeControl />
      </span>
      <span className={css.optional}>
        <IconButton label={t('Recarregar')} onClick={() => window.location.reload()}>
          <IconRefresh size={18} />
        </IconButton>
      </span>
      <NotificationBell enabled={lineTried} />
      <ForMeButton enabled={lineTried} />
      <AnnouncementsButton enabled={lineTried} />
      {unreadChats !== null && <ChatButton unread={unreadChats} />}
      <AccountMenu onKeyboard={onKeyboard} />
    </header>
  );
});
