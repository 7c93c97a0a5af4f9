import {
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotify } from '../components/notices.tsx';
import { isOutOfReach } from './api-error.ts';
import type { ApiClient, Page, Query } from './client.ts';
import { keyOf, workspaceKey } from './keys.ts';
import { READ_AGAIN, refreshOld, refreshWaiting } from './long-lists.ts';
import { useWorkspace, type Workspace } from './workspace.tsx';

/** Where something is read, and by which client. */
export type ReadIn = Pick<Workspace, 'id' | 'environment' | 'api'>;

/** How a page reads something; also for reading it before the page is there. */
export function workspaceRead<T>({ id, environment, api }: ReadIn, path: string, query?: Query) {
  return {
    queryKey: keyOf(id, environment, path, query),
    queryFn: ({ signal }: { signal: AbortSignal }) => api.get<T>(path, query, { signal }),
  };
}

/** The same for an endless list. */
export function workspacePagesRead<T>({ id, environment, api }: ReadIn, path: string, query?: Query) {
  return {
    queryKey: [...keyOf(id, environment, path, query), 'pages'],
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      api.getPage<T>(path, { ...query, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page<T>) => last.meta.next_cursor,
  };
}

/** Reads from the workspace: `useWorkspaceQuery<Overview>('overview')`. */
export function useWorkspaceQuery<T>(
  path: string,
  query?: Query,
  { enabled = true, refetchInterval }: { enabled?: boolean; refetchInterval?: number } = {},
): UseQueryResult<T> {
  const result = useQuery({
    ...workspaceRead<T>(useWorkspace(), path, query),
    enabled,
    refetchInterval: ({ state }) => !isOutOfReach(state.error) && (refetchInterval ?? false),
  });
  return isOutOfReach(result.error) ? ({ ...result, data: undefined } as typeof result) : result;
}

/** An endless list; `rows` are those of all pages so far. */
export function useWorkspacePages<T>(path: string, query?: Query) {
  const workspace = useWorkspace();
  const pages = useInfiniteQuery({ ...workspacePagesRead<T>(workspace, path, query), ...READ_AGAIN });
  useReturnToTop(keyOf(workspace.id, workspace.environment, path));
  const shown = isOutOfReach(pages.error) ? undefined : pages.data?.pages;
  return { ...pages, rows: shown?.flatMap((page) => page.data) };
}

function useReturnToTop(queryKey: unknown[]): void {
  const queries = useQueryClient();
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    refreshOld(queries, JSON.parse(key));
    const look = () => refreshWaiting(queries, JSON.parse(key));
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [queries, key]);
}

/**
 * A change in the workspace. Afterwards everything read of it is read again, and `success` is said.
 * A failure is said too, unless the form shows it (`quiet`).
 */
export function useWorkspaceMutation<Input, Output = unknown>(
  change: (api: ApiClient, input: Input) => Promise<Output>,
  options: { success?: string; quiet?: boolean; onSuccess?: (output: Output, input: Input) => void } = {},
): UseMutationResult<Output, Error, Input> {
  const { id, api } = useWorkspace();
  const queries = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (input: Input) => change(api, input),
    onSuccess: (output, input) => {
      void queries.invalidateQueries({ queryKey: workspaceKey(id) });
      if (options.success !== undefined) notify.success(options.success);
      options.onSuccess?.(output, input);
    },
    onError: (error) => {
      if (options.quiet !== true) notify.failure(error);
    },
  });
}
