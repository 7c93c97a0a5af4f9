import { lazy, Suspense } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { RequireSession, useSession } from './api/session.tsx';
import { lastWorkspace, pathIn, WorkspaceFromAddress, WorkspaceProvider } from './api/workspace.tsx';
import { FrameSkeleton } from './components/skeletons.tsx';
import { AppFrame } from './frame/app-frame.tsx';
import { NAVIGATION } from './frame/navigation.ts';
import { SignInPage } from './pages/sign-in/index.tsx';

const page = {
  overview: lazy(() => import('./pages/overview/index.tsx')),
  photoRequests: lazy(() => import('./pages/photo-requests/index.tsx')),
  permanentLinks: lazy(() => import('./pages/permanent-links/index.tsx')),
  apiKeys: lazy(() => import('./pages/api-keys/index.tsx')),
  webhooks: lazy(() => import('./pages/webhooks/index.tsx')),
  settings: lazy(() => import('./pages/settings/index.tsx')),
  members: lazy(() => import('./pages/members/index.tsx')),
  auditLog: lazy(() => import('./pages/audit-log/index.tsx')),
  plan: lazy(() => import('./pages/plan/index.tsx')),
  account: lazy(() => import('./pages/account/index.tsx')),
  notFound: lazy(() => import('./pages/not-found/index.tsx')),
  secondFactor: lazy(() => import('./pages/second-factor/index.tsx')),
  signUp: lazy(() => import('./pages/sign-up/index.tsx')),
  forgotPassword: lazy(() => import('./pages/forgot-password/index.tsx')),
  resetPassword: lazy(() => import('./pages/reset-password/index.tsx')),
  verifyEmail: lazy(() => import('./pages/verify-email/index.tsx')),
  invitation: lazy(() => import('./pages/invitation/index.tsx')),
  setUp: lazy(() => import('./pages/set-up/index.tsx')),
  newWorkspace: lazy(() => import('./pages/new-workspace/index.tsx')),
};

/** Pages with addresses of their own below them (`photo-requests/pr_…`) route those themselves. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="sign-in" element={<SignInPage />} />
      <Route element={<Alone />}>
        <Route path="second-factor" element={<page.secondFactor />} />
        <Route path="sign-up" element={<page.signUp />} />
        <Route path="forgot-password" element={<page.forgotPassword />} />
        <Route path="reset-password/:token?" element={<page.resetPassword />} />
        <Route path="verify-email/:token?" element={<page.verifyEmail />} />
        <Route path="invitation/:token" element={<page.invitation />} />
        <Route path="set-up/:token?" element={<page.setUp />} />
      </Route>
      <Route element={<SignedIn />}>
        <Route index element={<ToLastWorkspace />} />
        <Route path="new-workspace" element={<page.newWorkspace />} />
        <Route element={<InLastWorkspace />}>
          <Route path="account" element={<page.account />} />
        </Route>
        <Route path=":workspace/:environment" element={<InNamedWorkspace />}>
          <Route index element={<page.overview />} />
          <Route path="photo-requests/*" element={<page.photoRequests />} />
          <Route path="permanent-links/*" element={<page.permanentLinks />} />
          <Route path="api-keys/*" element={<page.apiKeys />} />
          <Route path="webhooks/*" element={<page.webhooks />} />
          <Route path="settings/*" element={<page.settings />} />
          <Route path="members/*" element={<page.members />} />
          <Route path="audit-log/*" element={<page.auditLog />} />
          <Route path="plan/*" element={<page.plan />} />
          <Route path="*" element={<page.notFound />} />
        </Route>
        <Route path="*" element={<ToLastWorkspace />} />
      </Route>
    </Routes>
  );
}

function Alone() {
  return (
    <Suspense fallback={<FrameSkeleton />}>
      <Outlet />
    </Suspense>
  );
}

function SignedIn() {
  return (
    <RequireSession>
      <Suspense fallback={<FrameSkeleton />}>
        <Outlet />
      </Suspense>
    </RequireSession>
  );
}

function InNamedWorkspace() {
  return (
    <WorkspaceFromAddress>
      <AppFrame />
    </WorkspaceFromAddress>
  );
}

/** Mails lead to a page by its name alone (`/app/webhooks`), whichever workspace the reader is in. */
function ToLastWorkspace() {
  const last = lastWorkspace(useSession().workspaces);
  const { pathname } = useLocation();
  if (last === null) return <Navigate to="/new-workspace" replace />;
  const known = NAVIGATION.flatMap(({ items }) => items).some(({ page }) => `/${page}` === pathname);
  const page = known ? pathname.slice(1) : '';
  return <Navigate to={pathIn(last.summary.id, last.environment, page)} replace />;
}

/** The account belongs to no workspace; around it stands the one where the person was. */
function InLastWorkspace() {
  const last = lastWorkspace(useSession().workspaces);
  if (last === null) return <Outlet />;
  return (
    <WorkspaceProvider summary={last.summary} environment={last.environment}>
      <AppFrame />
    </WorkspaceProvider>
  );
}
