import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useWorkspaceMutation, useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  CodeBlock,
  CopyButton,
  ErrorState,
  Facts,
  Icon,
  PageHeader,
  PageSkeleton,
  Section,
  Sections,
  Time,
} from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { Attempts } from './attempts.tsx';
import { DeliveryBadge } from './outcome.tsx';
import type { DeliveryDetail } from './types.ts';
import { useOutcomes } from './use-outcomes.ts';

export function DeliveryPage() {
  const { id = '', delivery: deliveryId = '' } = useParams();
  const { path } = useWorkspace();
  const delivery = useWorkspaceQuery<DeliveryDetail>(`webhooks/deliveries/${deliveryId}`);
  const back = { to: path(`webhooks/${id}`), label: 'Endpoint' };
  if (delivery.data !== undefined) return <Shown delivery={delivery.data} back={back} />;
  if (delivery.error === null) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Delivery" back={back} />
      <Section flush>
        <ErrorState error={delivery.error} onRetry={delivery.refetch} />
      </Section>
    </>
  );
}

function Shown({ delivery, back }: { delivery: DeliveryDetail; back: { to: string; label: string } }) {
  useOutcomes([delivery]);
  const replay = useWorkspaceMutation<void>((api) => api.post(`webhooks/deliveries/${delivery.id}/replay`), {
    success: 'Resending…',
  });
  return (
    <>
      <PageHeader
        title={delivery.event_type}
        badge={
          <span data-testid="delivery-status">
            <DeliveryBadge delivery={delivery} />
          </span>
        }
        back={back}
        actions={
          <Button
            leftSection={<Icon name="send" />}
            loading={replay.isPending}
            disabled={delivery.is_under_way}
            onClick={() => replay.mutate()}
            data-testid="send-again"
          >
            Resend
          </Button>
        }
      />
      <Sections>
        <Section>
          <Facts items={factsOf(delivery)} />
        </Section>
        <Section title="Attempts">
          <Attempts delivery={delivery} />
        </Section>
        <Section
          title="Payload"
          description="Formatted for reading. The payload is sent and signed as minified JSON."
          actions={<CopyButton value={delivery.body} label="Copy raw payload" />}
        >
          <CodeBlock code={formatted(delivery.body)} label="JSON" />
        </Section>
      </Sections>
    </>
  );
}

function factsOf(delivery: DeliveryDetail) {
  return [
    { label: 'X-Webhook-ID', value: <span className={forms.mono}>{delivery.event_id}</span> },
    { label: 'Related to', value: <Subject delivery={delivery} /> },
    { label: 'Created', value: <Time value={delivery.created_at} show="both" /> },
    delivery.finished_at === null
      ? {
          label: 'Next attempt',
          value: <Time value={delivery.next_attempt_at} show="both" none="None scheduled" />,
        }
      : { label: 'Finished', value: <Time value={delivery.finished_at} show="both" /> },
  ];
}

function Subject({ delivery }: { delivery: DeliveryDetail }) {
  const { path } = useWorkspace();
  if (delivery.event_type === 'webhook.test') return <>Test event</>;
  if (delivery.event_type === 'photo_request.deleted')
    return <span className={forms.mono}>{delivery.subject_id}</span>;
  return (
    <Link to={path(`photo-requests/${delivery.subject_id}`)} className={forms.mono}>
      {delivery.subject_id}
    </Link>
  );
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
