import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { useLanguage } from '../platform/i18n.ts';
import { queryClient } from '../platform/query-client.ts';
import { ConfirmHost } from '../ui/confirm-dialog.tsx';
import { theme } from '../ui/theme.ts';
import { Toaster } from '../ui/toaster.tsx';
import { colorSchemeManager } from './color-scheme.ts';
import { CrashScreen } from './crash-screen.tsx';
import { Router } from './router.tsx';

/** The whole app. It renders again when the language changes, because `t` reads the texts during rendering. */
export function App() {
  const language = useLanguage();
  return (
    <MantineProvider
      key={language}
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
