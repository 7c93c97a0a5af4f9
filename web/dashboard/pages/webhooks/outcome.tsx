import { StatusBadge } from '../../components/index.ts';
import type { Attempt, Delivery } from './types.ts';

type Outcome = Pick<Attempt, 'outcome' | 'status_code' | 'error'>;

const OUTCOMES: Record<Attempt['outcome'], { text: string; tone: 'good' | 'bad' }> = {
  delivered: { text: 'Delivered', tone: 'good' },
  answered_badly: { text: 'Failed', tone: 'bad' },
  timed_out: { text: 'Timed out', tone: 'bad' },
  unreachable: { text: 'Unreachable', tone: 'bad' },
  blocked: { text: 'Blocked', tone: 'bad' },
};

export function OutcomeBadge({ outcome }: Pick<Attempt, 'outcome'>) {
  return <StatusBadge {...OUTCOMES[outcome]} />;
}

/** "HTTP 500", or what went wrong instead of a response. */
export function statusText({ status_code, error }: Outcome): string {
  if (status_code !== null) return `HTTP ${status_code}`;
  return error ?? 'None';
}

/** What to do about it; null when there is nothing to do. */
export function outcomeAdvice({ outcome, status_code, error }: Outcome): string | null {
  if (outcome === 'delivered') return null;
  if (outcome === 'timed_out')
    return 'Respond within 30 seconds: store the event, return 200, then process it.';
  if (outcome === 'blocked') return error ?? 'This address isn’t allowed.';
  if (outcome === 'unreachable') return 'Couldn’t connect. Check the URL, firewall and certificate.';
  return adviceFor(status_code);
}

function adviceFor(status: number | null): string {
  if (status === 401 || status === 403)
    return 'The receiver rejected it. If it verifies signatures, check that it has the right secret.';
  if (status === 404 || status === 405) return 'No POST handler at this path. Check the URL.';
  if (status === 410) return 'The receiver returned 410 Gone, which disables the endpoint.';
  if (status !== null && status >= 300 && status < 400)
    return 'Redirects aren’t followed. Enter the final URL.';
  if (status !== null && status >= 500) return 'Your server returned an error. Check its logs.';
  return 'Only a 2xx response counts as delivered.';
}

const STATUSES: Record<
  Delivery['status'],
  { text: string; tone: 'good' | 'bad' | 'warn' | 'calm' | 'quiet' }
> = {
  due: { text: 'Pending', tone: 'calm' },
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
    return <StatusBadge text="Retrying" tone="warn" />;
  return <StatusBadge {...STATUSES[delivery.status]} />;
}
