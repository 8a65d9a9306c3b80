import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import { t } from '../platform/i18n.ts';
import { useDocumentTitle } from '../platform/page-title.ts';
import { can, useSession, useUser } from '../platform/session.ts';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { NotFoundPage } from './not-found.tsx';
import { type PageEntry, pages } from './pages.ts';
import { StartScreen } from './start-screen.tsx';

const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }));
const DevUi = import.meta.env.DEV ? lazy(async () => ({ default: (await import('./dev/ui-catalogue.tsx')).UiCatalogue })) : null;

/** The address of each page, and who may open it. */
export function Router() {
  useDocumentTitle();
  return (
    <Routes>
      <Route element={<ForGuests />}>
        {route('/login', pages.login)}
        {route('/signup', pages.signup)}
      </Route>
      {DevUi && <Route path="/dev/ui" element={<Loading>{<DevUi />}</Loading>} />}
      <Route element={<ForUsers />}>
        <Route index element={<Navigate to="/tickets" replace />} />
        {route('/tickets/:ticketId?', pages.tickets)}
        {route('/quick-messages', pages.quickMessages)}
        {route('/contacts', pages.contacts)}
        {route('/tags', pages.tags)}
        {route('/files', pages.files)}
        {route('/connections', pages.connections)}
        {route('/settings', pages.settings)}
        <Route element={<ForAdmins />}>
          {route('/queues', pages.queues)}
          {route('/users', pages.users)}
          {route('/simulator', pages.simulator)}
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

function route(path: string, page: PageEntry | null) {
  if (!page) return null;
  const { Page } = page;
  return (
    <Route
      path={path}
      element={
        <Loading>
          <Page />
        </Loading>
      }
    />
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

function ForAdmins() {
  return can(useUser(), 'drawer-admin-items:view') ? <Outlet /> : <NotFoundPage />;
}
