import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { auditResponse } from '../../../../src/audit/web-schema.ts';
import type { membersResponse } from '../../../../src/identity/web-schema.ts';
import { useWorkspacePages, useWorkspaceQuery } from '../../api/queries.ts';
import type { DataOf } from '../../api/types.ts';
import { useTimeZone, useWorkspace } from '../../api/workspace.tsx';
import { type Column, DataTable, EmptyState, PageHeader, Section, Time } from '../../components/index.ts';
import { AdminsOnly } from '../members/admins-only.tsx';
import forms from '../settings/forms.module.css';
import { AREAS, sentenceOf, textOfDetails } from './actions.ts';
import styles from './audit-log.module.css';

type Entry = DataOf<typeof auditResponse>[number];

export default function AuditLogPage() {
  const { can } = useWorkspace();
  if (can('admin')) return <AuditLog />;
  return <AdminsOnly title="Audit log">The audit log shows who did what, when and from where.</AdminsOnly>;
}

function AuditLog() {
  const [action, setAction] = useState('');
  const [user, setUser] = useState('');
  const entries = useWorkspacePages<Entry>('audit-log', { action, user });
  return (
    <>
      <PageHeader
        title="Audit log"
        description="A read-only record of everything done in this workspace, live and test."
      />
      <Section flush>
        <div className={styles.filters}>
          <NativeSelect
            aria-label="Event type"
            data={AREAS}
            value={action}
            onChange={(event) => setAction(event.currentTarget.value)}
            data-testid="filter-action"
          />
          <PersonFilter value={user} onChange={setUser} />
        </div>
        <div data-testid="audit-log">
          <DataTable
            label="Audit log"
            columns={COLUMNS}
            rows={entries.rows}
            rowKey={(entry) => entry.id}
            error={entries.error}
            onRetry={entries.refetch}
            more={entries}
            empty={
              action === '' && user === '' ? (
                <EmptyState icon="history" title="No events yet">
                  Changes will be recorded here.
                </EmptyState>
              ) : (
                <EmptyState icon="history" title="No matches">
                  No events match these filters.
                </EmptyState>
              )
            }
          />
        </div>
      </Section>
    </>
  );
}

function PersonFilter({ value, onChange }: { value: string; onChange: (user: string) => void }) {
  const members = useWorkspaceQuery<DataOf<typeof membersResponse>>('members');
  const people = (members.data ?? []).map(({ user_id, name, email }) => ({
    value: user_id,
    label: name ?? email,
  }));
  return (
    <NativeSelect
      aria-label="Member"
      data={[{ value: '', label: 'All members' }, ...people]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-testid="filter-user"
    />
  );
}

function What({ entry }: { entry: Entry }) {
  const { actor, action, subject } = sentenceOf(entry);
  return (
    <span>
      <b>{actor}</b> {action}
      {subject !== null && <b> {subject}</b>}
    </span>
  );
}

function Details({ entry }: { entry: Entry }) {
  return <small>{textOfDetails(entry.details, useTimeZone())}</small>;
}

const COLUMNS: Column<Entry>[] = [
  {
    key: 'what',
    header: 'Event',
    render: (entry) => (
      <span className={forms.subject}>
        <What entry={entry} />
        <Details entry={entry} />
      </span>
    ),
  },
  {
    key: 'from',
    header: 'From',
    width: '14rem',
    bare: true,
    render: ({ ip_address }) =>
      ip_address === null ? 'System' : <span className={forms.mono}>{ip_address}</span>,
  },
  { key: 'when', header: 'When', width: '12rem', bare: true, render: ({ at }) => <Time value={at} /> },
];
