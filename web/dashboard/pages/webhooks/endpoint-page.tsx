import { useParams } from 'react-router';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  ErrorState,
  Facts,
  PageHeader,
  PageSkeleton,
  Section,
  Sections,
  Time,
} from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { DeleteEndpoint } from './delete-endpoint.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { nameOfServes } from './events.ts';
import { HealthBadge, HealthNotice } from './health.tsx';
import { HeldNotice } from './held-notice.tsx';
import { SecretSection } from './secret-section.tsx';
import type { EndpointDetail } from './types.ts';
import { VerifyHelp } from './verify-help.tsx';
import styles from './webhooks.module.css';

export function EndpointPage() {
  const { id = '' } = useParams();
  const { path } = useWorkspace();
  const endpoint = useWorkspaceQuery<EndpointDetail>(`webhooks/${id}`);
  const back = { to: path('webhooks'), label: 'Webhooks' };
  if (endpoint.data !== undefined) return <Endpoint endpoint={endpoint.data} back={back} />;
  if (endpoint.error === null) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Webhook endpoint" back={back} />
      <Section flush>
        <ErrorState error={endpoint.error} onRetry={endpoint.refetch} />
      </Section>
    </>
  );
}

function Endpoint({ endpoint, back }: { endpoint: EndpointDetail; back: { to: string; label: string } }) {
  return (
    <>
      <PageHeader
        title={endpoint.name}
        badge={<HealthBadge endpoint={endpoint} />}
        description={<span className={forms.mono}>{endpoint.url}</span>}
        back={back}
        actions={<EndpointActions endpoint={endpoint} />}
      />
      <Sections>
        <HealthNotice endpoint={endpoint} />
        <HeldNotice endpoint={endpoint} />
        <Section>
          <Facts
            items={[
              { label: 'Events', value: <Events events={endpoint.events} /> },
              { label: 'Environments', value: nameOfServes(endpoint.serves) },
              { label: 'Last success', value: <Time value={endpoint.last_success_at} none="None yet" /> },
              { label: 'Created', value: <Time value={endpoint.created_at} show="exact" /> },
            ]}
          />
        </Section>
        <DeliveriesSection endpoint={endpoint} />
        <SecretSection endpoint={endpoint} />
        <VerifyHelp folded />
        <DeleteEndpoint endpoint={endpoint} />
      </Sections>
    </>
  );
}

function Events({ events }: { events: EndpointDetail['events'] }) {
  if (events.length === 0) return <>Test events only</>;
  return (
    <ul className={styles.events}>
      {events.map((event) => (
        <li key={event} className={forms.mono}>
          {event}
        </li>
      ))}
    </ul>
  );
}
