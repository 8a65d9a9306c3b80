import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useMatch } from 'react-router';
import { useUnreadChats } from '../../data/chats/queries.ts';
import { wantsFirstSteps } from '../../data/first-steps/queries.ts';
import { useLiveData } from '../../data/live.ts';
import { useTicketCounts } from '../../data/tickets/queries.ts';
import { useVersion } from '../../data/version/queries.ts';
import { chosenLanguage, languages, speakLanguage } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useUnreadBadge } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { openLine, useLineTried } from '../../platform/socket.ts';
import { useStoredFlag } from '../../platform/storage.ts';
import { typeAhead } from '../../platform/typed-ahead.ts';
import { useLatest } from '../../platform/use-latest.ts';
import { bareQuery, phoneQuery, useMedia } from '../../platform/use-media.ts';
import { useVisibleHeight } from '../../platform/visible-height.ts';
import { Wanted } from '../../platform/wanted.tsx';
import { CrashScreen } from '../crash-screen.tsx';
import { useViewer } from '../page-access.ts';
import type { AccountDialog } from './account/account-dialogs.tsx';
import { useFollowOwnUser } from './account/own-user.ts';
import { menuOf } from './navigation/menu-items.ts';
import { Rail } from './navigation/rail.tsx';
import { useRouteFocus } from './navigation/route-focus.ts';
import { useShellCommands } from './navigation/shell-commands.ts';
import { SkipLinks } from './navigation/skip-links.tsx';
import css from './shell.module.css';
import { useAnnouncementSignal } from './signals/announcement-signal.ts';
import { useChatSignal } from './signals/chat-signal.ts';
import { useConnectionsState } from './signals/connections-state.ts';
import { useHandedSignal } from './signals/handed-signal.ts';
import { LineBanner } from './signals/line-banner.tsx';
import { useMentionSignal } from './signals/mention-signal.ts';
import { useNewMessageSignal } from './signals/new-message-signal.ts';
import { usePush } from './signals/push.ts';
import { useSecondSignIn } from './signals/second-sign-in.ts';
import { useStanding } from './signals/use-standing.ts';
import { TopBar } from './top-bar.tsx';

const SecondFactorBanner = lazyPart(async () => ({ default: (await import('./account/second-factor-banner.tsx')).SecondFactorBanner }));
const AccountDialogs = lazyPart(async () => ({ default: (await import('./account/account-dialogs.tsx')).AccountDialogs }));
const Palette = lazyPart(async () => ({ default: (await import('./navigation/palette.tsx')).Palette }));
const PhoneMenu = lazyPart(async () => ({ default: (await import('./navigation/phone-menu.tsx')).PhoneMenu }));
const Insist = lazyPart(async () => ({ default: (await import('./signals/insist.tsx')).Insist }));
const SpokenNews = lazyPart(async () => {
  // The list comes first.
  await new Promise((done) => window.setTimeout(done, 3000));
  return { default: (await import('./signals/spoken-news.tsx')).SpokenNews };
});
const StandingBanner = lazyPart(async () => ({ default: (await import('./signals/standing-banner.tsx')).StandingBanner }));
const KeyboardSheet = lazyPart(async () => ({ default: (await import('../../features/team/shortcuts/keyboard-sheet.tsx')).KeyboardSheet }));

/** The frame around every page of a signed-in person: menu, top bar and content. It also opens the socket. */
export function Shell() {
  const user = useUser();
  useEffect(() => openLine(user.companyId), [user.companyId]);
  useLiveData();
  useFollowOwnUser();
  useSecondSignIn();
  useNewMessageSignal();
  useHandedSignal();
  useMentionSignal();
  useChatSignal();
  useAnnouncementSignal();
  useOwnLanguage();
  useVisibleHeight();
  const standing = useStanding();

  const phone = useMedia(phoneQuery);
  const wide = useMedia('(min-width: 1201px)');
  const [open, setOpen] = useStoredFlag('menuOpen', wide);
  const [over, setOver] = useState(false);
  const [palette, setPalette] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [account, setAccount] = useState<AccountDialog | null>(null);
  const lineTried = useLineTried();
  usePush(lineTried);
  const unread = useTicketCounts({ showAll: false, snoozed: false }, lineTried)?.unread ?? 0;
  useUnreadBadge(unread);
  const viewer = useViewer();
  const { alert, simulator } = useConnectionsState(viewer.admin);
  const mayChat = viewer.features.has('useInternalChat');
  const unreadChats = useUnreadChats(lineTried && mayChat);
  const version = useVersion();
  const groups = menuOf(viewer, {
    unread,
    connectionAlert: alert,
    simulator,
    firstSteps: wantsFirstSteps(user),
    unreadChats: unreadChats > 0,
  });
  const main = useRouteFocus();
  const { pathname } = useLocation();
  // A conversation on a phone has its own header, with the way back.
  const talking = useMatch('/tickets/:uuid') !== null;
  const bare = useMedia(bareQuery) && talking;
  const openPalette = useLatest(() => {
    if (!palette) typeAhead();
    setPalette(true);
  });
  const openSheet = useLatest(() => setSheet(true));
  const openMenu = useLatest(() => setOver(true));
  useShellCommands(groups, { palette: openPalette, sheet: openSheet, account: setAccount });

  const rail = { groups, version, onFollow: () => setOver(false) };
  return (
    <div className={css.frame} data-rail={bare ? 'bare' : phone ? 'none' : open ? 'open' : 'icons'}>
      <SkipLinks />
      {phone ? (
        <Suspense>
          <PhoneMenu {...rail} opened={over} onClose={() => setOver(false)} />
        </Suspense>
      ) : (
        !bare && <Rail {...rail} look={open ? 'open' : 'icons'} onToggle={() => setOpen(!open)} />
      )}
      {!bare && (
        <TopBar
          onMenu={phone ? openMenu : null}
          onPalette={openPalette}
          onKeyboard={openSheet}
          lineTried={lineTried}
          unreadChats={mayChat ? unreadChats : null}
        />
      )}
      <div className={css.content}>
        {(user.operator || standing) && (
          <Suspense>
            <StandingBanner standing={standing} />
          </Suspense>
        )}
        <LineBanner />
        <Suspense>{user.secondFactor.required && !user.secondFactor.on && <SecondFactorBanner />}</Suspense>
        <main id="conteudo" ref={main} tabIndex={-1} className={css.main}>
          <CrashScreen key={pathname.split('/')[1]}>
            <Outlet />
          </CrashScreen>
        </main>
      </div>
      <Suspense>
        {lineTried && <SpokenNews />}
        {lineTried && user.noticeChoices.insist && <Insist />}
      </Suspense>
      <Wanted value={palette}>{() => <Palette groups={groups} onClose={() => setPalette(false)} />}</Wanted>
      <Wanted value={account}>{(dialog) => <AccountDialogs dialog={dialog} onClose={() => setAccount(null)} />}</Wanted>
      <Wanted value={sheet}>{() => <KeyboardSheet onClose={() => setSheet(false)} />}</Wanted>
    </div>
  );
}

/** Uses the language saved with the account, if none was chosen in this browser. */
function useOwnLanguage(): void {
  const { language } = useUser();
  useEffect(() => {
    const own = languages.find((one) => one === language);
    if (own && !chosenLanguage()) void speakLanguage(own);
  }, [language]);
}
