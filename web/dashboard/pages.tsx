import { FrameSkeleton, PageSkeleton } from './components/skeletons.tsx';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

/** Those of a workspace, by the first part of their path within it. */
export const WORKSPACE_PAGES = {
  '': lazyPage(() => import('./pages/overview/index.tsx'), <PageSkeleton />),
  'photo-requests': lazyPage(() => import('./pages/photo-requests/index.tsx'), <PageSkeleton />),
  review: lazyPage(() => import('./pages/review/index.tsx'), <PageSkeleton />),
  'permanent-links': lazyPage(() => import('./pages/permanent-links/index.tsx'), <PageSkeleton />),
  templates: lazyPage(() => import('./pages/templates/index.tsx'), <PageSkeleton />),
  'api-keys': lazyPage(() => import('./pages/api-keys/index.tsx'), <PageSkeleton />),
  webhooks: lazyPage(() => import('./pages/webhooks/index.tsx'), <PageSkeleton />),
  settings: lazyPage(() => import('./pages/settings/index.tsx'), <PageSkeleton />),
  archive: lazyPage(() => import('./pages/archive/index.tsx'), <PageSkeleton />),
  emails: lazyPage(() => import('./pages/emails/index.tsx'), <PageSkeleton />),
  'live-proof': lazyPage(() => import('./pages/live-proof/index.tsx'), <PageSkeleton />),
  notifications: lazyPage(() => import('./pages/notifications/index.tsx'), <PageSkeleton />),
  members: lazyPage(() => import('./pages/members/index.tsx'), <PageSkeleton />),
  'audit-log': lazyPage(() => import('./pages/audit-log/index.tsx'), <PageSkeleton />),
  plan: lazyPage(() => import('./pages/plan/index.tsx'), <PageSkeleton />),
} satisfies Record<string, LazyPage>;

export const AccountPage = lazyPage(() => import('./pages/account/index.tsx'), <PageSkeleton />);
export const NotFoundPage = lazyPage(() => import('./pages/not-found/index.tsx'), <PageSkeleton />);

/** Those without a frame around them. */
export const SecondFactorPage = lazyPage(() => import('./pages/second-factor/index.tsx'), <FrameSkeleton />);
export const SignUpPage = lazyPage(() => import('./pages/sign-up/index.tsx'), <FrameSkeleton />);
export const ForgotPasswordPage = lazyPage(
  () => import('./pages/forgot-password/index.tsx'),
  <FrameSkeleton />,
);
export const ResetPasswordPage = lazyPage(
  () => import('./pages/reset-password/index.tsx'),
  <FrameSkeleton />,
);
export const VerifyEmailPage = lazyPage(() => import('./pages/verify-email/index.tsx'), <FrameSkeleton />);
export const InvitationPage = lazyPage(() => import('./pages/invitation/index.tsx'), <FrameSkeleton />);
export const SetUpPage = lazyPage(() => import('./pages/set-up/index.tsx'), <FrameSkeleton />);
export const NewWorkspacePage = lazyPage(() => import('./pages/new-workspace/index.tsx'), <FrameSkeleton />);
