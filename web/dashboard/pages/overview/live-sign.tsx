import { useLiveStatus } from '../../api/live-events.tsx';
import { StatusBadge } from '../../components/index.ts';

/** Whether new photos appear automatically right now. Not just “Live”, which is the name of an environment. */
export function LiveSign() {
  const status = useLiveStatus();
  return (
    <span role="status" data-testid="live-status" data-status={status}>
      {status === 'open' && <StatusBadge text="Live updates" tone="good" />}
      {status === 'lost' && <StatusBadge text="Reconnecting" tone="warn" />}
    </span>
  );
}
