import { Alert } from '@mantine/core';
import { Icon, StatusBadge, Time } from '../../components/index.ts';
import type { Endpoint } from './types.ts';

type Health = 'off' | 'switched_off' | 'failing' | 'fine' | 'untried';

export function healthOf(endpoint: Endpoint): Health {
  if (!endpoint.is_active) return endpoint.disabled_reason === 'manual' ? 'off' : 'switched_off';
  if (endpoint.failing_since !== null || endpoint.failures > 0) return 'failing';
  return endpoint.last_success_at === null ? 'untried' : 'fine';
}

/** After so many failures it is left alone for a while. */
function isPaused({ paused_until }: Endpoint): boolean {
  return paused_until !== null && Date.parse(paused_until) > Date.now();
}

export function HealthBadge({ endpoint }: { endpoint: Endpoint }) {
  const health = healthOf(endpoint);
  if (health === 'off') return <StatusBadge text="Switched off" tone="quiet" />;
  if (health === 'switched_off') return <StatusBadge text="Switched off" tone="bad" />;
  if (health === 'failing')
    return <StatusBadge text={isPaused(endpoint) ? 'Paused' : 'Failing'} tone="warn" />;
  return <StatusBadge status="active" />;
}

/** One line for the list. */
export function HealthLine({ endpoint }: { endpoint: Endpoint }) {
  const health = healthOf(endpoint);
  if (health === 'off') return <>by a person</>;
  if (health === 'switched_off')
    return <>{endpoint.disabled_reason === 'gone' ? 'it answered 410 Gone' : 'it failed for five days'}</>;
  if (health === 'failing')
    return (
      <>
        began <Time value={endpoint.failing_since} none="just now" />
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
          {endpoint.failures} {endpoint.failures === 1 ? 'attempt has' : 'attempts have'} failed in a row; it
          began <Time value={endpoint.failing_since} none="just now" />.
          {isPaused(endpoint) && (
            <>
              {' '}
              It is left alone until <Time value={endpoint.paused_until} show="both" />; then one delivery is
              tried.
            </>
          )}
        </>
      )}
    </Alert>
  );
}

function noticeOf(endpoint: Endpoint): keyof typeof NOTICES {
  return endpoint.is_active ? 'trouble' : (endpoint.disabled_reason ?? 'manual');
}

const NOTICES = {
  trouble: {
    color: 'yellow',
    title: 'This endpoint is failing',
    text: 'Nothing is lost: deliveries are tried again for more than three days.',
  },
  manual: {
    color: 'gray',
    title: 'Switched off by a person',
    text: 'It gets no new events. What was already waiting is held until you switch it on and send it again.',
  },
  gone: {
    color: 'red',
    title: 'Switched off: the receiver answered 410 Gone',
    text: 'Events go on being written down and are held. Check the address, switch it on, and send them again.',
  },
  failing: {
    color: 'red',
    title: 'Switched off: five days without one success',
    text: 'Events go on being written down and are held. Repair the receiver, send a test event, switch it on, and send them again.',
  },
} as const;
