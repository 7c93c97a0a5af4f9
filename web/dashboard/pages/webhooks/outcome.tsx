import { StatusBadge } from '../../components/index.ts';
import type { Attempt, Delivery } from './types.ts';

type Outcome = Pick<Attempt, 'outcome' | 'status_code' | 'error'>;

const OUTCOMES: Record<Attempt['outcome'], { text: string; tone: 'good' | 'bad' }> = {
  delivered: { text: 'Delivered', tone: 'good' },
  answered_badly: { text: 'Refused', tone: 'bad' },
  timed_out: { text: 'Timed out', tone: 'bad' },
  unreachable: { text: 'Not reached', tone: 'bad' },
  blocked: { text: 'Blocked', tone: 'bad' },
};

export function OutcomeBadge({ outcome }: Pick<Attempt, 'outcome'>) {
  return <StatusBadge {...OUTCOMES[outcome]} />;
}

/** "HTTP 500", or what went wrong instead of an answer. */
export function statusText({ status_code, error }: Outcome): string {
  if (status_code !== null) return `HTTP ${status_code}`;
  return error ?? 'None';
}

/** What to do about it; null when there is nothing to do. */
export function outcomeAdvice({ outcome, status_code, error }: Outcome): string | null {
  if (outcome === 'delivered') return null;
  if (outcome === 'timed_out')
    return 'Answer within 30 seconds: store the event, answer 200, then work on it.';
  if (outcome === 'blocked') return error ?? 'This address is not one that we call.';
  if (outcome === 'unreachable')
    return 'No connection came about. Check the address, the firewall and the certificate.';
  return adviceFor(status_code);
}

function adviceFor(status: number | null): string {
  if (status === 401 || status === 403)
    return 'The receiver refused it. If it checks signatures, compare its secret with the one below.';
  if (status === 404 || status === 405) return 'Nothing takes POST requests at this path. Check the URL.';
  if (status === 410) return 'The receiver says that it is gone for good, which switches the endpoint off.';
  if (status !== null && status >= 300 && status < 400)
    return 'Redirects are not followed. Enter the address that it leads to.';
  if (status !== null && status >= 500) return 'The receiver has a problem of its own: its log says which.';
  return 'Only an answer of 2xx counts as received.';
}

const STATUSES: Record<
  Delivery['status'],
  { text: string; tone: 'good' | 'bad' | 'warn' | 'calm' | 'quiet' }
> = {
  due: { text: 'Waiting', tone: 'calm' },
  held: { text: 'Held', tone: 'warn' },
  delivered: { text: 'Delivered', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  blocked: { text: 'Blocked', tone: 'bad' },
};

export const DELIVERY_STATUSES = Object.entries(STATUSES).map(([value, { text }]) => ({
  value,
  label: text,
}));

export function DeliveryBadge({ delivery }: { delivery: Delivery }) {
  if (delivery.is_under_way) return <StatusBadge text="Sending" tone="calm" />;
  if (delivery.status === 'due' && delivery.attempt_count > 0)
    return <StatusBadge text="Trying again" tone="warn" />;
  return <StatusBadge {...STATUSES[delivery.status]} />;
}
