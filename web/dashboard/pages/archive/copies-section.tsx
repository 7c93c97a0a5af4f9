import { Button, NativeSelect } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { ShownArchive, WireArchiveCopy } from '../../../../src/archive/web-schema.ts';
import { useWorkspaceMutation, useWorkspacePages } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { type Column, DataTable, EmptyState, Section, StatusBadge, Time } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import webhooks from '../webhooks/webhooks.module.css';

const STATUSES = [
  { value: '', label: 'All files' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'done', label: 'Copied' },
  { value: 'failed', label: 'Failed' },
];

const BADGES = {
  waiting: { text: 'Waiting', tone: 'calm' },
  done: { text: 'Copied', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
} as const;

/** Every file that was copied or is to be, newest first. Which ones is in the address. */
export function CopiesSection({ shown }: { shown: ShownArchive }) {
  const [search, setSearch] = useSearchParams();
  const status = search.get('status') ?? '';
  const requestId = search.get('request') ?? '';
  const copies = useWorkspacePages<WireArchiveCopy>('archive/copies', { status, request_id: requestId });
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  return (
    <Section
      title="Files"
      description={requestId === '' ? countText(shown) : 'Files of one request.'}
      flush
      actions={
        <div className={webhooks.filters}>
          {requestId !== '' && (
            <Button variant="subtle" onClick={() => choose('request', '')}>
              Show all requests
            </Button>
          )}
          <NativeSelect
            aria-label="Status"
            data={STATUSES}
            value={status}
            onChange={(event) => choose('status', event.currentTarget.value)}
            data-testid="filter-status"
          />
          {shown.failed > 0 && shown.archive !== null && <ResendFailed requestId={requestId} />}
        </div>
      }
    >
      <div data-testid="copies">
        <DataTable
          label="Files"
          columns={shown.archive === null ? COLUMNS.slice(0, -1) : COLUMNS}
          rows={copies.rows}
          rowKey={(copy) => copy.id}
          error={copies.error}
          onRetry={copies.refetch}
          more={copies}
          empty={<Nothing isFiltered={status !== '' || requestId !== ''} />}
        />
      </div>
    </Section>
  );
}

function countText({ waiting, failed }: ShownArchive): string {
  const count = (number: number, word: string) =>
    number === 0 ? [] : [`${number === 1_000 ? '1,000 or more' : number} ${word}`];
  const parts = [...count(waiting, 'waiting'), ...count(failed, 'failed')];
  return parts.length === 0 ? 'Everything is copied.' : `${parts.join(', ')}.`;
}

function ResendFailed({ requestId }: { requestId: string }) {
  const resend = useWorkspaceMutation<void, { count: number }>(
    (api) => api.post('archive/copies/resend', requestId === '' ? {} : { request_id: requestId }),
    { success: 'Failed files are being copied again.' },
  );
  return (
    <Button
      variant="default"
      loading={resend.isPending}
      onClick={() => resend.mutate()}
      data-testid="resend-failed"
    >
      Resend failed
    </Button>
  );
}

function ResendButton({ copy }: { copy: WireArchiveCopy }) {
  const resend = useWorkspaceMutation<void>((api) => api.post(`archive/copies/${copy.id}/resend`), {
    success: 'The file is being copied again.',
  });
  if (copy.status === 'waiting' && copy.attempt_count === 0) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={resend.isPending}
      onClick={() => resend.mutate()}
      aria-label={`${copy.status === 'waiting' ? 'Try now' : 'Resend'}: ${copy.name}`}
      data-testid="resend"
    >
      {copy.status === 'waiting' ? 'Try now' : 'Resend'}
    </Button>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon="filter" title="No matches">
        No files match these filters.
      </EmptyState>
    );
  return (
    <EmptyState icon="archive" title="Nothing copied yet">
      Submissions from now on appear here. Earlier ones are not copied.
    </EmptyState>
  );
}

function FileName({ copy }: { copy: WireArchiveCopy }) {
  return (
    <span className={forms.subject}>
      <b className={forms.mono}>{copy.name}</b>
      {copy.error !== null && <small>{copy.error}</small>}
    </span>
  );
}

function RequestLink({ id }: { id: string }) {
  const { path } = useWorkspace();
  return <Link to={path(`photo-requests/${id}`)}>View request</Link>;
}

const COLUMNS: Column<WireArchiveCopy>[] = [
  { key: 'name', header: 'File', render: (copy) => <FileName copy={copy} /> },
  {
    key: 'status',
    header: 'Status',
    bare: true,
    render: ({ status }) => <StatusBadge {...BADGES[status]} />,
  },
  {
    key: 'attempts',
    header: 'Attempts',
    align: 'end',
    hideOnPhone: true,
    render: ({ attempt_count }) => attempt_count,
  },
  {
    key: 'at',
    header: 'When',
    bare: true,
    render: ({ status, next_attempt_at, finished_at, attempt_count }) =>
      status === 'waiting' ? (
        attempt_count === 0 ? (
          '–'
        ) : (
          <Time value={next_attempt_at} />
        )
      ) : (
        <Time value={finished_at} />
      ),
  },
  {
    key: 'request',
    header: 'Request',
    bare: true,
    render: ({ request_id }) => <RequestLink id={request_id} />,
  },
  {
    key: 'resend',
    header: 'Action',
    bare: true,
    align: 'end',
    render: (copy) => <ResendButton copy={copy} />,
  },
];
