import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ShownPhotoRequest } from '../../../../../src/photo-requests/web-schema.ts';
import { useWorkspacePages } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { DataTable, EmptyState, Icon, PageHeader, Section, Sections } from '../../../components/index.ts';
import { requestColumns } from '../parts/request-columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, filtersOf, type ListFilters, NO_FILTERS, queryOf } from './list-filters.ts';

export function RequestListPage() {
  const { can, path, timeZone, environment } = useWorkspace();
  const [address, setAddress] = useSearchParams();
  const filters = filtersOf(address);
  const pages = useWorkspacePages<ShownPhotoRequest>('photo-requests', queryOf(filters, timeZone));
  const change = (changes: Partial<ListFilters>) =>
    setAddress(addressOf({ ...filters, ...changes }), { replace: true });
  const isFiltered = addressOf(filters).size > 0;

  return (
    <>
      <PageHeader
        title="Photo requests"
        description="Request photos from customers and review what they send."
        actions={can('member') && <NewRequestButton />}
      />
      <Sections>
        <Section flush>
          <FilterBar filters={filters} onChange={change} isFiltered={isFiltered} key={environment} />
          <DataTable
            label="Photo requests"
            columns={requestColumns}
            rows={pages.rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => path(`photo-requests/${id}`)}
            error={pages.error}
            onRetry={pages.refetch}
            more={pages}
            empty={
              pages.hasNextPage ? (
                <StillLooking pages={pages} />
              ) : isFiltered ? (
                <NoMatch filters={filters} onChange={change} />
              ) : (
                <NoRequests />
              )
            }
          />
          <LoadMoreWhenSeen pages={pages} />
        </Section>
      </Sections>
    </>
  );
}

function NewRequestButton() {
  const { path } = useWorkspace();
  return (
    <Button
      component={Link}
      to={path('photo-requests/new')}
      leftSection={<Icon name="plus" size={16} />}
      data-testid="new-request"
    >
      New request
    </Button>
  );
}

function NoRequests() {
  const { can, environment } = useWorkspace();
  return (
    <EmptyState
      icon="camera"
      title={environment === 'test' ? 'No test requests yet' : 'No requests yet'}
      action={can('member') && <NewRequestButton />}
    >
      {environment === 'test'
        ? 'Create one and submit sample photos. Nothing is counted or emailed.'
        : 'Describe what you need, send your customer the link, and the photos appear here automatically.'}
    </EmptyState>
  );
}

function NoMatch({
  filters,
  onChange,
}: {
  filters: ListFilters;
  onChange: (changes: Partial<ListFilters>) => void;
}) {
  return (
    <EmptyState
      icon="search"
      title="No matches"
      action={
        <Button variant="default" onClick={() => onChange(NO_FILTERS)} data-testid="show-all">
          Show all requests
        </Button>
      }
    >
      {filters.search === ''
        ? 'No requests match these filters.'
        : 'Enter a full code or ID, or any part of a reference or email address.'}
    </EmptyState>
  );
}

interface NextPages {
  data: { pages: unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** A search goes back in time, some thousand requests at a step. */
function StillLooking({ pages }: { pages: NextPages }) {
  return (
    <EmptyState
      icon="search"
      title="No matches in recent requests"
      action={
        <Button
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
          data-testid="look-further"
        >
          Keep searching
        </Button>
      }
    >
      Search older requests too?
    </EmptyState>
  );
}

/** The list continues when its end comes into view. */
function LoadMoreWhenSeen({ pages }: { pages: NextPages }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const count = pages.data?.pages.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer tells of changes only. When a page came and the end is in view all the same, it takes a new one to look again.
  useEffect(() => {
    // After a failure it is up to the button. Whatever is being read, also after an event, ends or is canceled, and the end
    // is looked at again then: a next page that an event canceled would never be asked for otherwise.
    if (!hasNextPage || isFetching || isFetchNextPageError || end.current === null) return;
    const observer = new IntersectionObserver(
      // A busy page hears of several changes at once; the last one counts.
      (changes) => {
        if (changes.at(-1)?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, count]);
  return <div ref={end} />;
}
