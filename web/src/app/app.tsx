import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import { useLanguage } from '../platform/i18n.ts';
import { queryClient } from '../platform/query-client.ts';
import { useSession } from '../platform/session.ts';
import { ConfirmHost } from '../ui/dialog/confirm-dialog.tsx';
import { theme } from '../ui/theme.ts';
import { useTips } from '../ui/tips.ts';
import { Toaster } from '../ui/toaster.tsx';
import { useWaitingFocus } from '../ui/waiting-focus.ts';
import { colorSchemeManager } from './color-scheme.ts';
import { CrashScreen } from './crash-screen.tsx';
import { Router } from './router.tsx';

/** The whole app. It renders again when the language changes, because `t` reads the texts during rendering. */
export function App() {
  const mount = useLanguageMount();
  useTips();
  useWaitingFocus();
  return (
    <MantineProvider
      key={mount}
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <CrashScreen>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <Router />
            <ConfirmHost />
            <Toaster />
          </BrowserRouter>
        </QueryClientProvider>
      </CrashScreen>
    </MantineProvider>
  );
}

/**
 * A key that changes with the language, so that what renders rarely is rendered again too. For guests it stays: their pages read all texts
 * whenever the app renders, and a form half filled in is not lost.
 */
function useLanguageMount(): number {
  const language = useLanguage();
  const { state } = useSession();
  const [mount, setMount] = useState({ language, number: 0 });
  if (mount.language !== language) setMount({ language, number: state === 'in' ? mount.number + 1 : mount.number });
  return mount.number;
}
