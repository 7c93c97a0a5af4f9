import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { scopedTo } from './api/client.ts';
import { type ReadIn, workspacePagesRead, workspaceRead } from './api/queries.ts';
import { useApi } from './api/surroundings.tsx';
import type { Environment } from './api/types.ts';
import { useTimeZone, useWorkspace } from './api/workspace.tsx';
import { filtersOf, queryOf } from './pages/photo-requests/list/list-filters.ts';
import { WORKSPACE_PAGES } from './pages.tsx';
import { site } from './site.ts';

/** Someone who only crosses a link with the mouse does not mean it. */
const INTENT_MS = 60;
const BASE = '/app';
const ADDRESS = /^\/([^/]+)\/(live|test)(?:\/(.*?))?\/?$/;
const REQUEST = /^photo-requests\/req_[0-9a-z]+$/;
/** Pages whose first look is one read of the same name. */
const READ_BY_NAME = ['settings', 'members', 'plan', 'api-keys', 'webhooks'];

interface Target {
  /** Path within the workspace and environment. */
  page: string;
  search: URLSearchParams;
}

/** Asks for a page's script and its data side by side: the data need not wait until the script has come. */
function preload(queries: QueryClient, workspace: ReadIn, { page, search }: Target, timeZone: string): void {
  const [name = ''] = page.split('/');
  if (!isPage(name)) return;
  WORKSPACE_PAGES[name].preload();
  // What is known already is read again by the page itself, if it is old.
  const isNew = ({ queryKey }: { queryKey: unknown[] }) => queries.getQueryState(queryKey) === undefined;
  const one = readOf(page);
  if (one !== null) {
    const read = workspaceRead(workspace, one);
    if (isNew(read)) void queries.prefetchQuery(read);
  } else if (page === 'photo-requests' || page === 'permanent-links') {
    const query = page === 'photo-requests' ? queryOf(filtersOf(search), timeZone) : undefined;
    const read = workspacePagesRead(workspace, page, query);
    if (isNew(read)) void queries.prefetchInfiniteQuery(read);
  }
}

/** What a page reads first, where that is one thing. */
function readOf(page: string): string | null {
  if (page === '') return 'overview';
  return READ_BY_NAME.includes(page) || REQUEST.test(page) ? page : null;
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
    const found = site.has_session_cookie ? targetOf(pathname, search) : null;
    if (found === null) return;
    const { workspaceId: id, environment, target } = found;
    preload(queries, { id, environment, api: scopedTo(api, id, environment) }, target, timeZone);
  }, []);
  return null;
}

/** For pages that someone is about to open, or has just opened. */
export function usePreload(): void {
  const workspace = useWorkspace();
  const timeZone = useTimeZone();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();

  useEffect(() => {
    const found = targetOf(pathname, search);
    if (found !== null) preload(queries, workspace, found.target, timeZone);
  }, [queries, workspace, timeZone, pathname, search]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ahead = (event: Event, pauseMs: number) => {
      clearTimeout(timer);
      const link = (event.target as Element | null)?.closest?.('a[href]');
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.download) return;
      const found = targetOf(link.pathname.slice(BASE.length), link.search);
      if (found === null || !link.pathname.startsWith(`${BASE}/${workspace.id}/${workspace.environment}`))
        return;
      timer = setTimeout(() => preload(queries, workspace, found.target, timeZone), pauseMs);
    };
    const onHover = (event: Event) => ahead(event, INTENT_MS);
    const onPress = (event: Event) => ahead(event, 0);
    document.addEventListener('pointerover', onHover, { passive: true });
    document.addEventListener('focusin', onHover);
    document.addEventListener('pointerdown', onPress, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onHover);
      document.removeEventListener('focusin', onHover);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [queries, workspace, timeZone]);
}
