import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import { t } from '../platform/i18n.ts';
import { useDocumentTitle } from '../platform/page-title.ts';
import { useSession } from '../platform/session.ts';
import { PageSkeleton } from '../ui/page/skeleton.tsx';
import { InboxSkeleton } from './inbox-skeleton.tsx';
import { Landing } from './landing.tsx';
import { NotFoundPage } from './not-found.tsx';
import { PageGate } from './page-gate.tsx';
import { guestPages, type PageEntry, pages } from './pages.ts';
import { shell } from './preload.ts';
import { StartScreen } from './start-screen.tsx';

const Shell = shell.Page;
const DevUi = import.meta.env.DEV ? lazy(async () => ({ default: (await import('./dev/ui-catalogue.tsx')).UiCatalogue })) : null;

/** The address of each page, and who may open it. */
export function Router() {
  return (
    <>
      <DocumentTitle />
      <Routes>
        <Route element={<ForGuests />}>
          {Object.values(guestPages).map((page) => (
            <Route key={page.path} path={page.path} element={<Opened page={page} until={<StartScreen />} />} />
          ))}
        </Route>
        {DevUi && (
          <Route
            path="/dev/ui"
            element={
              <Suspense>
                <DevUi />
              </Suspense>
            }
          />
        )}
        <Route element={<ForUsers />}>
          <Route
            index
            element={<Landing dashboard={<Opened page={pages.dashboard} until={<PageSkeleton label={t('Carregando a página')} />} />} />}
          />
          {Object.values(pages)
            .filter((page) => page !== pages.dashboard)
            .map((page) => (
              <Route
                key={page.path}
                path={page.path}
                element={
                  <PageGate rule={page}>
                    <Opened
                      page={page}
                      until={page === pages.tickets ? <InboxSkeleton /> : <PageSkeleton label={t('Carregando a página')} />}
                    />
                  </PageGate>
                }
              />
            ))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </>
  );
}

/** By itself, so that another title does not draw the page again. */
function DocumentTitle() {
  useDocumentTitle();
  return null;
}

/** `until`: shown while its code loads; it stands where the page will. */
function Opened({ page: { built }, until }: { page: PageEntry; until: ReactNode }) {
  if (!built) return <NotFoundPage />;
  const { Page } = built;
  return (
    <Suspense fallback={until}>
      <Page />
    </Suspense>
  );
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
