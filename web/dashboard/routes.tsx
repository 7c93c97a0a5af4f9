import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { RequireSession, useSession } from './api/session.tsx';
import { lastWorkspace, pathIn, WorkspaceFromAddress, WorkspaceProvider } from './api/workspace.tsx';
import { AppFrame } from './frame/app-frame.tsx';
import { NAVIGATION } from './frame/navigation.ts';
import { SignInPage } from './pages/sign-in/index.tsx';
import {
  AccountPage,
  ForgotPasswordPage,
  InvitationPage,
  NewWorkspacePage,
  NotFoundPage,
  ResetPasswordPage,
  SecondFactorPage,
  SetUpPage,
  SignUpPage,
  VerifyEmailPage,
  WORKSPACE_PAGES,
} from './pages.tsx';

/** Pages with addresses of their own below them (`photo-requests/pr_…`) route those themselves. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="sign-in" element={<SignInPage />} />
      <Route path="second-factor" element={<SecondFactorPage />} />
      <Route path="sign-up" element={<SignUpPage />} />
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
      <Route path="reset-password/:token?" element={<ResetPasswordPage />} />
      <Route path="verify-email/:token?" element={<VerifyEmailPage />} />
      <Route path="invitation/:token" element={<InvitationPage />} />
      <Route path="set-up/:token?" element={<SetUpPage />} />
      <Route element={<SignedIn />}>
        <Route index element={<ToLastWorkspace />} />
        <Route path="new-workspace" element={<NewWorkspacePage />} />
        <Route element={<InLastWorkspace />}>
          <Route path="account" element={<AccountPage />} />
        </Route>
        <Route path=":workspace/:environment" element={<InNamedWorkspace />}>
          {Object.entries(WORKSPACE_PAGES).map(([path, Page]) =>
            path === '' ? (
              <Route key={path} index element={<Page />} />
            ) : (
              <Route key={path} path={`${path}/*`} element={<Page />} />
            ),
          )}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
        <Route path="*" element={<ToLastWorkspace />} />
      </Route>
    </Routes>
  );
}

function SignedIn() {
  return (
    <RequireSession>
      <Outlet />
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

/** Emails lead to a page by its name alone (`/app/webhooks`), whichever workspace the reader is in. */
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
