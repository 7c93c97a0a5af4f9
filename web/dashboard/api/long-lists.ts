import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';

interface Listed {
  state: { data: unknown };
}

/** Pages are read again one after the other: a list of more than these would keep the server busy at every event. */
export const MAX_PAGES = 5;

const unlessLong = (query: Listed) => !isLong(query);

/** For long lists the hook that shows them decides, not the moment. */
export const READ_AGAIN = {
  refetchOnMount: unlessLong,
  refetchOnWindowFocus: unlessLong,
  refetchOnReconnect: unlessLong,
};

/**
 * Reads again what an event has changed. A long list waits until its reader is back at the top, and goes on from
 * there with its first pages.
 */
export function refreshLists(queries: QueryClient, queryKey: QueryKey): void {
  // A first read that is under way may have been read before the change; the library would leave it at that.
  for (const { queryKey: key, promise } of queries
    .getQueryCache()
    .findAll({ queryKey, predicate: isFirstRead }))
    promise?.then(
      () => queries.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false }),
      () => {},
    );
  void queries.invalidateQueries({ queryKey, predicate: (query) => !isLong(query) });
  for (const query of queries.getQueryCache().findAll({ queryKey, predicate: isLong })) query.invalidate();
  refreshWaiting(queries, queryKey);
}

/** Whoever comes back to a long list begins at its top, where old rows would be the first to be seen. */
export function refreshOld(queries: QueryClient, queryKey: QueryKey): void {
  for (const query of queries.getQueryCache().findAll({ queryKey, predicate: isLong }))
    if (query.isStale()) query.invalidate();
  refreshWaiting(queries, queryKey);
}

/** At the top, what waited for it. */
export function refreshWaiting(queries: QueryClient, queryKey: QueryKey): void {
  if (window.scrollY > window.innerHeight) return;
  for (const query of queries.getQueryCache().findAll({ queryKey, predicate: isLong })) {
    if (!query.state.isInvalidated) continue;
    queries.setQueryData<InfiniteData<unknown>>(query.queryKey, (data) => data && beginningOf(data));
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

function isFirstRead({ state: { data, fetchStatus } }: Query): boolean {
  return data === undefined && fetchStatus === 'fetching';
}

function isLong({ state: { data } }: Listed): boolean {
  const pages = (data as { pages?: unknown[] } | undefined)?.pages;
  return Array.isArray(pages) && pages.length > MAX_PAGES;
}

function beginningOf({ pages, pageParams }: InfiniteData<unknown>): InfiniteData<unknown> {
  return { pages: pages.slice(0, MAX_PAGES), pageParams: pageParams.slice(0, MAX_PAGES) };
}
