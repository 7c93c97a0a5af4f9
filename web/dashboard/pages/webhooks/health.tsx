import { Alert } from '@mantine/core';
import { Icon, StatusBadge, Time } from '../../components/index.ts';
import type { Endpoint } from './types.ts';

type Health = 'disabled_manually' | 'disabled_automatically' | 'failing' | 'fine' | 'untried';

export function healthOf(endpoint: Endpoint): Health {
  if (!endpoint.is_active)
    return endpoint.disabled_reason === 'manual' ? 'disabled_manually' : 'disabled_automatically';
  if (endpoint.failing_since !== null || endpoint.failures > 0) return 'failing';
  return endpoint.last_success_at === null ? 'untried' : 'fine';
}

/** After several failures it gets no deliveries for a while. */
function isPaused({ paused_until }: Endpoint): boolean {
  return paused_until !== null && Date.parse(paused_until) > Date.now();
}

export function HealthBadge({ endpoint }: { endpoint: Endpoint }) {
  const health = healthOf(endpoint);
  if (health === 'disabled_manually') return <StatusBadge text="Disabled" tone="quiet" />;
  if (health === 'disabled_automatically') return <StatusBadge text="Disabled" tone="bad" />;
  if (health === 'failing')
    return <StatusBadge text={isPaused(endpoint) ? 'Paused' : 'Failing'} tone="warn" />;
  return <StatusBadge status="active" />;
}

/** One line for the list. */
export function HealthLine({ endpoint }: { endpoint: Endpoint }) {
  const health = healthOf(endpoint);
  if (health === 'disabled_manually') return <>manually</>;
  if (health === 'disabled_automatically')
    return <>{endpoint.disabled_reason === 'gone' ? 'returned 410 Gone' : 'failed for five days'}</>;
  if (health === 'failing')
    return (
      <>
        first failed <Time value={endpoint.failing_since} none="just now" />
      </>
    );
  return null;
}

/** What is wrong, and what to do about it; nothing when all is well. */
export function HealthNotice({ endpoint }: { endpoint: Endpoint }) {
  const health = healthOf(endpoint);
  if (health === 'fine' || health === 'untried') return null;
  const { color, title, text } = NOTICES[noticeOf(endpoint)];
  return (
    <Alert color={color} icon={<Icon name="alert" />} data-testid="endpoint-notice">
      <b>{title}.</b> {text}{' '}
      {health === 'failing' && (
        <>
          {endpoint.failures === 1
            ? '1 attempt failed,'
            : `${endpoint.failures} attempts in a row failed, starting`}{' '}
          <Time value={endpoint.failing_since} none="just now" />.
          {isPaused(endpoint) && (
            <>
              {' '}
              Paused until <Time value={endpoint.paused_until} show="both" />. Then one delivery is retried.
            </>
          )}
        </>
      )}
    </Alert>
  );
}

function noticeOf(endpoint: Endpoint): keyof typeof NOTICES {
  return endpoint.is_active ? 'unhealthy' : (endpoint.disabled_reason ?? 'manual');
}

const NOTICES = {
  unhealthy: {
    color: 'yellow',
    title: 'This endpoint is failing',
    text: 'Nothing is lost. Deliveries are retried for more than three days.',
  },
  manual: {
    color: 'gray',
    title: 'Disabled manually',
    text: 'It gets no new events. Pending deliveries are held until you enable it and resend them.',
  },
  gone: {
    color: 'red',
    title: 'Disabled because the receiver returned 410 Gone',
    text: 'New events are held. Check the URL, enable the endpoint, then resend them.',
  },
  failing: {
    color: 'red',
    title: 'Disabled after five days without a successful delivery',
    text: 'New events are held. Fix the receiver, send a test event, enable the endpoint, then resend them.',
  },
} as const;
