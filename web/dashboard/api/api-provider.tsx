import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PasswordDialog } from '../components/password-dialog.tsx';
import { ApiError } from './api-error.ts';
import { type ApiClient, createApiClient } from './client.ts';
import { signInPath } from './return-path.ts';

const ApiContext = createContext<ApiClient | null>(null);

/** The client without a workspace. Inside a workspace take `useWorkspace().api`. */
export function useApi(): ApiClient {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('useApi needs <ApiProvider>');
  return api;
}

const MAX_RETRIES = 2;

/** What the server refused it will refuse again; a lost connection may come back. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return passing && failures < MAX_RETRIES;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 10_000 }, mutations: { retry: false } },
  });
}

/** Provides the client, and shows the password dialog whenever a call needs a confirmed session. */
export function ApiProvider({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <ConfirmingClient>{children}</ConfirmingClient>
    </QueryClientProvider>
  );
}

function ConfirmingClient({ children }: { children: ReactNode }) {
  const signedOut = useSignedOut();
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((confirmed: boolean) => void)[]>([]);

  const settle = useCallback((confirmed: boolean) => {
    setAsking(false);
    for (const resolve of waiting.current.splice(0)) resolve(confirmed);
  }, []);
  const api = useMemo(
    () =>
      createApiClient({
        fetch: (...call) => fetch(...call),
        askForPassword: () =>
          new Promise<boolean>((resolve) => {
            waiting.current.push(resolve);
            setAsking(true);
          }),
        onSignedOut: () => signedOut.current(),
      }),
    [signedOut],
  );

  return (
    <ApiContext value={api}>
      {children}
      <PasswordDialog api={api} opened={asking} onSettled={settle} />
    </ApiContext>
  );
}

/** To sign-in, and from there back to where the person was. */
function useSignedOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const leave = useRef(() => {});
  leave.current = () => {
    queries.clear();
    queries.setQueryData(['session'], null);
    navigate(signInPath(pathname + search), { replace: true });
  };
  return leave;
}
