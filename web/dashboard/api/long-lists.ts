import type { InfiniteData, Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';

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
  // The library leaves a first read that is under way at that.
  readAfter(queries, { queryKey, predicate: isFirstRead });
  void queries.invalidateQueries({ queryKey, predicate: (query) => !isLong(query) });
  for (const query of queries.getQueryCache().findAll({ queryKey, predicate: isLong })) query.invalidate();
  refreshWaiting(queries, queryKey);
}

/** A read that is under way is not cut off: with events all the time, a slow one would never end. */
export function refreshRequest(queries: QueryClient, queryKey: QueryKey): void {
  readAfter(queries, { queryKey, fetchStatus: 'fetching' });
  void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/** A read that is under way may have been answered before the change, so another follows it. */
function readAfter(queries: QueryClient, underWay: QueryFilters): void {
  for (const { queryKey, promise } of queries.getQueryCache().findAll(underWay))
    promise?.then(
      () => queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false }),
      () => {},
    );
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
