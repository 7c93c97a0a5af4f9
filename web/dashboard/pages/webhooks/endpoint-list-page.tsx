import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  type Column,
  DataTable,
  EmptyState,
  Icon,
  PageHeader,
  Section,
  Sections,
  Time,
} from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { nameOfServes } from './events.ts';
import { HealthBadge, HealthLine } from './health.tsx';
import type { Endpoint } from './types.ts';
import { VerifyHelp } from './verify-help.tsx';
import styles from './webhooks.module.css';

export function EndpointListPage() {
  const { path, environment } = useWorkspace();
  const endpoints = useWorkspaceQuery<Endpoint[]>('webhooks');
  const create = (
    <Button
      component={Link}
      to={path('webhooks/new')}
      leftSection={<Icon name="plus" />}
      data-testid="new-webhook"
    >
      Add endpoint
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description={`Notify your backend the moment photos arrive. Showing ${environment} endpoints.`}
        actions={create}
      />
      <Sections>
        <Section flush>
          <DataTable
            label="Webhook endpoints"
            columns={COLUMNS}
            rows={endpoints.data}
            rowKey={(endpoint) => endpoint.id}
            rowLink={(endpoint) => path(`webhooks/${endpoint.id}`)}
            error={endpoints.error}
            onRetry={endpoints.refetch}
            empty={
              <EmptyState icon="webhook" title="No endpoints yet" action={create}>
                Add a URL and we’ll POST a signed event whenever a customer submits photos. Delivered at least
                once, with retries for more than three days.
              </EmptyState>
            }
          />
        </Section>
        <VerifyHelp />
      </Sections>
    </>
  );
}

const COLUMNS: Column<Endpoint>[] = [
  {
    key: 'name',
    header: 'Endpoint',
    render: (endpoint) => (
      <span className={forms.subject}>
        <b>{endpoint.name}</b>
        <small>{endpoint.url}</small>
      </span>
    ),
  },
  {
    key: 'health',
    header: 'Health',
    render: (endpoint) => (
      <span className={styles.health}>
        <HealthBadge endpoint={endpoint} />
        <small>
          <HealthLine endpoint={endpoint} />
        </small>
      </span>
    ),
  },
  { key: 'events', header: 'Events', render: ({ events }) => eventsText(events) },
  { key: 'serves', header: 'Environments', render: ({ serves }) => nameOfServes(serves), hideOnPhone: true },
  {
    key: 'success',
    header: 'Last success',
    render: (endpoint) => <Time value={endpoint.last_success_at} none="None yet" />,
  },
];

function eventsText(events: Endpoint['events']): string {
  const [only] = events;
  if (only === undefined) return 'None';
  return events.length === 1 ? only : `${events.length} events`;
}
