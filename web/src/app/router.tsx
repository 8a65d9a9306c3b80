import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import { t } from '../platform/i18n.ts';
import { useDocumentTitle } from '../platform/page-title.ts';
import { useSession } from '../platform/session.ts';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { NotFoundPage } from './not-found.tsx';
import { PageGate } from './page-gate.tsx';
import { guestPages, type PageEntry, pages } from './pages.ts';
import { StartScreen } from './start-screen.tsx';

const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }));
const DevUi = import.meta.env.DEV ? lazy(async () => ({ default: (await import('./dev/ui-catalogue.tsx')).UiCatalogue })) : null;

/** The address of each page, and who may open it. */
export function Router() {
  useDocumentTitle();
  return (
    <Routes>
      <Route element={<ForGuests />}>
        {Object.values(guestPages).map((page) => (
          <Route key={page.path} path={page.path} element={<Opened page={page} />} />
        ))}
      </Route>
      {DevUi && <Route path="/dev/ui" element={<Loading>{<DevUi />}</Loading>} />}
      <Route element={<ForUsers />}>
        <Route index element={<Navigate to="/tickets" replace />} />
        {Object.values(pages).map((page) => (
          <Route
            key={page.path}
            path={page.path}
            element={
              <PageGate rule={page}>
                <Opened page={page} />
              </PageGate>
            }
          />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

function Opened({ page: { built } }: { page: PageEntry }) {
  if (!built) return <NotFoundPage />;
  const { Page } = built;
  return (
    <Loading>
      <Page />
    </Loading>
  );
}

function Loading({ children }: { children: ReactNode }) {
  return <Suspense fallback={<PageSkeleton label={t('Carregando a página')} />}>{children}</Suspense>;
}

function ForGuests() {
  const { state } = useSession();
  if (state === 'in') return <Navigate to="/" replace />;
  if (state !== 'out') return <StartScreen />;
  return <Outlet />;
}

function ForUsers() {
  const { state } = useSession();
  if (state === 'out') return <Navigate to="/login" replace />;
  if (state !== 'in') return <StartScreen />;
  return (
    <Suspense fallback={<StartScreen />}>
      <Shell />
    </Suspense>
  );
}
