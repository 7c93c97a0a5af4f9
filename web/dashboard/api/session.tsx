import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { Navigate, useLocation } from 'react-router';
import { FrameSkeleton } from '../components/skeletons.tsx';
import { ErrorState } from '../components/states.tsx';
import { site } from '../site.ts';
import { ApiError } from './api-error.ts';
import { useApi } from './api-provider.tsx';
import type { ApiClient } from './client.ts';
import { signInPath } from './return-path.ts';
import type { Session, WebSession } from './types.ts';

const SESSION_KEY = ['session'];
const FRESH_MS = 60_000;
const SessionContext = createContext<Session | null>(null);

/** Who is signed in. Only below `<RequireSession>`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs <RequireSession>');
  return session;
}

/** null: no one is signed in. */
export function useSessionQuery() {
  const api = useApi();
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: () => readSession(api),
    staleTime: FRESH_MS,
    initialData: site.has_session_cookie ? undefined : null,
  });
}

/** Browsers that are signed in to the account; how a page reads them, also before it is there. */
export function sessionsRead(api: ApiClient) {
  return { queryKey: ['sessions'], queryFn: () => api.get<WebSession[]>('/sessions') };
}

/** Nothing that was read stays behind for whoever signs in next. */
function forgetSession(queries: QueryClient): void {
  queries.clear();
  queries.setQueryData(SESSION_KEY, null);
}

/** Signs out. What is being read is given up first: it would come back as a refusal. */
export function useEndSession(): (path: '/sign-out' | '/sign-out-everywhere') => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async (path) => {
    await queries.cancelQueries();
    try {
      await api.post(path);
    } catch (error) {
      void queries.invalidateQueries();
      throw error;
    }
    forgetSession(queries);
  };
}

/** Reads it again, for instance after signing in or a change of the name. */
export function useRefreshSession(): () => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return useCallback(async () => {
    await queries.fetchQuery({ queryKey: SESSION_KEY, queryFn: () => readSession(api), staleTime: 0 });
  }, [api, queries]);
}

/** Whether it has ended meanwhile; then nothing that was read in it stays on the screen. */
export function useCheckSession(): () => void {
  const refresh = useRefreshSession();
  const queries = useQueryClient();
  return useCallback(() => {
    const leaveIfOver = () => {
      if (queries.getQueryData(SESSION_KEY) === null) forgetSession(queries);
    };
    // A server that cannot be reached says nothing about the session.
    refresh().then(leaveIfOver, () => {});
  }, [refresh, queries]);
}

async function readSession(api: ApiClient): Promise<Session | null> {
  try {
    return await api.get<Session>('/session', {}, { mayBeSignedOut: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export function RequireSession({ children }: { children: ReactNode }) {
  const { data: session, error, refetch } = useSessionQuery();
  const { pathname, search } = useLocation();
  if (session === undefined && error !== null) return <ErrorState error={error} onRetry={refetch} page />;
  if (session === undefined) return <FrameSkeleton />;
  if (session === null) return <Navigate to={signInPath(pathname + search)} replace />;
  return <SessionContext value={session}>{children}</SessionContext>;
}
