import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useWorkspacePages } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { type Column, DataTable, EmptyState, Section, Time } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { EVENTS } from './events.ts';
import { DELIVERY_STATUSES, DeliveryBadge, statusText } from './outcome.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import type { Delivery, EndpointDetail } from './types.ts';
import { useOutcomes } from './use-outcomes.ts';
import styles from './webhooks.module.css';

/** Everything that was sent to the endpoint, newest first; new ones appear while the page is open. */
export function DeliveriesSection({ endpoint }: { endpoint: EndpointDetail }) {
  const { path, environment } = useWorkspace();
  const [status, setStatus] = useState('');
  const [event, setEvent] = useState('');
  const [replaying, setReplaying] = useState(false);
  const deliveries = useWorkspacePages<Delivery>('webhooks/deliveries', {
    endpoint_id: endpoint.id,
    status,
    event_type: event,
  });
  useOutcomes(deliveries.rows);
  const isFiltered = status !== '' || event !== '';
  return (
    <Section
      title="Deliveries"
      description={`${environment === 'live' ? 'Live' : 'Test'} deliveries from the last 30 days.`}
      flush
      actions={
        <>
          <Filters status={status} onStatus={setStatus} event={event} onEvent={setEvent} />
          <Button
            variant="default"
            disabled={!endpoint.is_active}
            onClick={() => setReplaying(true)}
            data-testid="replay-many"
          >
            Resend failed…
          </Button>
        </>
      }
    >
      <div data-testid="deliveries">
        <DataTable
          label="Deliveries"
          columns={COLUMNS}
          rows={deliveries.rows}
          rowKey={(delivery) => delivery.id}
          rowLink={(delivery) => path(`webhooks/${endpoint.id}/deliveries/${delivery.id}`)}
          error={deliveries.error}
          onRetry={deliveries.refetch}
          more={deliveries}
          empty={<Nothing isFiltered={isFiltered} />}
        />
      </div>
      <ReplayDialog endpoint={endpoint} opened={replaying} onClose={() => setReplaying(false)} />
    </Section>
  );
}

function Filters(props: {
  status: string;
  onStatus: (status: string) => void;
  event: string;
  onEvent: (event: string) => void;
}) {
  return (
    <div className={styles.filters}>
      <NativeSelect
        aria-label="Status"
        data={[{ value: '', label: 'All statuses' }, ...DELIVERY_STATUSES]}
        value={props.status}
        onChange={(change) => props.onStatus(change.currentTarget.value)}
        data-testid="filter-status"
      />
      <NativeSelect
        aria-label="Event"
        data={[{ value: '', label: 'All events' }, ...EVENTS.map(({ event }) => event), 'webhook.test']}
        value={props.event}
        onChange={(change) => props.onEvent(change.currentTarget.value)}
        data-testid="filter-event"
      />
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon="filter" title="No matches">
        No deliveries match these filters.
      </EmptyState>
    );
  return (
    <EmptyState icon="send" title="No deliveries yet">
      Send a test event to see how your receiver responds. Real events appear here automatically.
    </EmptyState>
  );
}

const COLUMNS: Column<Delivery>[] = [
  {
    key: 'event',
    header: 'Event',
    render: (delivery) => (
      <span className={forms.subject}>
        <b className={forms.mono}>{delivery.event_type}</b>
        <small>{delivery.event_type === 'webhook.test' ? 'Sent manually' : delivery.subject_id}</small>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    bare: true,
    render: (delivery) => <DeliveryBadge delivery={delivery} />,
  },
  {
    key: 'response',
    header: 'Last response',
    bare: true,
    render: ({ last_attempt }) => (last_attempt === null ? '–' : statusText(last_attempt)),
  },
  {
    key: 'attempts',
    header: 'Attempts',
    align: 'end',
    hideOnPhone: true,
    render: ({ attempt_count }) => attempt_count,
  },
  {
    key: 'next',
    header: 'Next attempt',
    render: ({ next_attempt_at }) => <Time value={next_attempt_at} none="–" />,
    hideOnPhone: true,
  },
  { key: 'created', header: 'Created', bare: true, render: ({ created_at }) => <Time value={created_at} /> },
];
