import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useApi } from './api/api-provider.tsx';
import { type ApiClient, scopedTo } from './api/client.ts';
import { type ReadIn, workspacePagesRead, workspaceRead } from './api/queries.ts';
import { sessionsRead } from './api/session.tsx';
import type { Environment } from './api/types.ts';
import { useTimeZone, useWorkspace } from './api/workspace.tsx';
import { firstReads, type Target, type Viewer } from './first-reads.ts';
import { visibleGroups } from './frame/navigation.ts';
import { AccountPage, WORKSPACE_PAGES } from './pages.tsx';
import { site } from './site.ts';

/** Someone who only crosses a link with the mouse does not mean it. */
const INTENT_MS = 60;
const BASE = '/app';
const ACCOUNT = '/account';
const ADDRESS = /^\/([^/]+)\/(live|test)(?:\/(.*?))?\/?$/;

/** Asks for a page's script and its data side by side: the data need not wait until the script has come. */
function preload(queries: QueryClient, workspace: ReadIn, target: Target, viewer: Viewer): void {
  const [name = ''] = target.page.split('/');
  if (!isPage(name)) return;
  // What is known already is read again by the page itself, if it is old.
  const isNew = ({ queryKey }: { queryKey: unknown[] }) => queries.getQueryState(queryKey) === undefined;
  for (const { path, query, isList } of firstReads(target, viewer)) {
    if (isList) {
      const read = workspacePagesRead(workspace, path, query);
      if (isNew(read)) void queries.prefetchInfiniteQuery(read);
    } else {
      const read = workspaceRead(workspace, path, query);
      if (isNew(read)) void queries.prefetchQuery(read);
    }
  }
  // Last, since asking for a script and the files that it needs takes longer.
  void WORKSPACE_PAGES[name].preload();
}

/** The same for the account, which belongs to no workspace. */
function preloadAccount(queries: QueryClient, api: ApiClient): void {
  const read = sessionsRead(api);
  if (queries.getQueryState(read.queryKey) === undefined) void queries.prefetchQuery(read);
  void AccountPage.preload();
}

function isPage(name: string): name is keyof typeof WORKSPACE_PAGES {
  return Object.hasOwn(WORKSPACE_PAGES, name);
}

/** Splits a path of the application into workspace, environment and the rest. */
function targetOf(
  pathname: string,
  search: string,
): { workspaceId: string; environment: Environment; target: Target } | null {
  const [, workspaceId, environment, page = ''] = ADDRESS.exec(pathname) ?? [];
  if (workspaceId === undefined || (environment !== 'live' && environment !== 'test')) return null;
  return { workspaceId, environment, target: { page, search: new URLSearchParams(search) } };
}

/** For the page that the application starts with: while it is still found out who is signed in. */
export function PreloadAtStart() {
  const api = useApi();
  const queries = useQueryClient();
  const timeZone = useTimeZone();
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that it starts with.
  useEffect(() => {
    if (!site.has_session_cookie) return;
    if (pathname === ACCOUNT) preloadAccount(queries, api);
    const found = targetOf(pathname, search);
    if (found === null) return;
    const { workspaceId: id, environment, target } = found;
    const workspace = { id, environment, api: scopedTo(api, id, environment) };
    preload(queries, workspace, target, { timeZone, isAdmin: false });
  }, []);
  return null;
}

/** When there is nothing else to do, the scripts of the other pages in the menu, so that no one waits for them later. */
export function usePreloadedScripts(): void {
  const { role, can } = useWorkspace();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one may see depends on the role alone.
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData === true) return;
    const leaving = new AbortController();
    const pages = visibleGroups(can).flatMap(({ items }) => items.map(({ page }) => page));
    void fetchOneByOne(pages.filter(isPage), leaving.signal);
    return () => leaving.abort();
  }, [role]);
}

async function fetchOneByOne(pages: (keyof typeof WORKSPACE_PAGES)[], leaving: AbortSignal): Promise<void> {
  for (const page of pages) {
    await idle();
    if (leaving.aborted) return;
    await WORKSPACE_PAGES[page].preload();
  }
}

/** Safari does not tell when it has nothing to do. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
}

/** For pages that someone is about to open, or has just opened. */
export function usePreload(): void {
  const api = useApi();
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  const preloadAt = useCallback(
    (path: string, query: string) => {
      if (path === ACCOUNT) preloadAccount(queries, api);
      const found = targetOf(path, query);
      if (found?.workspaceId !== workspace.id || found.environment !== workspace.environment) return;
      const { timeZone, can } = workspace;
      preload(queries, workspace, found.target, { timeZone, isAdmin: can('admin') });
    },
    [api, queries, workspace],
  );

  useEffect(() => preloadAt(pathname, search), [preloadAt, pathname, search]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onHover = ({ target }: Event) => {
      clearTimeout(timer);
      timer = setTimeout(() => preloadLink(target), INTENT_MS);
    };
    const onPress = ({ target }: Event) => {
      clearTimeout(timer);
      preloadLink(target);
    };
    const preloadLink = (target: EventTarget | null) => {
      const link = target instanceof Element ? target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.download) return;
      if (link.pathname.startsWith(`${BASE}/`)) preloadAt(link.pathname.slice(BASE.length), link.search);
    };
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    document.addEventListener('pointerover', onHover, options);
    document.addEventListener('focusin', onHover, options);
    document.addEventListener('pointerdown', onPress, options);
    // Before the router hears of it and draws the page. With the keyboard nothing is pressed before.
    document.addEventListener('click', onPress, { ...options, capture: true });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [preloadAt]);
}
