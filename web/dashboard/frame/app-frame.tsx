import { Fragment, useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { LiveEvents } from '../api/live-events.tsx';
import { useWorkspace } from '../api/workspace.tsx';
import { Icon } from '../components/icon.tsx';
import { scrollPositions } from '../components/scroll-positions.ts';
import { usePreload, usePreloadedScripts } from '../preload.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Brand } from './brand.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import styles from './frame.module.css';
import { NotificationBell } from './notification-bell.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** What stands around every page of a workspace. */
export function AppFrame() {
  const { id, environment } = useWorkspace();
  const main = useFocusOnNewPage();
  useScrollPositions();
  usePreload();
  usePreloadedScripts();
  return (
    <LiveEvents>
      <div className={styles.frame} data-environment={environment}>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <aside className={styles.side}>
          <div className={styles.sideContent}>
            <Brand />
            <WorkspaceSwitcher />
            <SideNavigation label="Main" />
          </div>
        </aside>
        <header className={styles.header}>
          <div className={styles.headerStart}>
            <span className={styles.phoneOnly}>
              <WorkspaceSwitcher compact />
            </span>
            <TestNotice />
          </div>
          <EnvironmentSwitch />
          <NotificationBell />
          <AccountMenu />
        </header>
        <main id="main" className={styles.main} ref={main} tabIndex={-1}>
          <TestNotice narrow />
          <PageBoundary>
            {/* What was written in one workspace must not be saved in another. */}
            <Fragment key={id}>
              <Outlet />
            </Fragment>
          </PageBoundary>
        </main>
        <BottomBar />
      </div>
    </LiveEvents>
  );
}

/** In the header where there is room, otherwise above the page. */
function TestNotice({ narrow }: { narrow?: boolean }) {
  const { environment } = useWorkspace();
  if (environment === 'live') return null;
  return (
    <p className={styles.testNotice} data-narrow={narrow || undefined} data-testid="test-notice">
      <Icon name="flask" />
      Test mode. Nothing is counted or emailed.
    </p>
  );
}

/** A new page begins at its top. Whoever goes back finds the page where they left it. */
function useScrollPositions(): void {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    if (shown.current !== pathname) window.scrollTo(0, isReturn ? (scrollPositions.get(key) ?? 0) : 0);
    shown.current = pathname;
    const remember = () => scrollPositions.set(key, window.scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key, pathname, isReturn]);
}

/** Whoever cannot see that the page changed hears its title. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
