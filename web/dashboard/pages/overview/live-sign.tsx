import { useLiveStatus } from '../../api/live-events.tsx';
import { StatusBadge } from '../../components/index.ts';

/** Whether new photos appear by themselves at this moment. */
export function LiveSign() {
  const status = useLiveStatus();
  return (
    <span role="status" data-testid="live-status" data-status={status}>
      {status === 'open' && <StatusBadge text="Up to date" tone="good" />}
      {status === 'lost' && <StatusBadge text="Reconnecting" tone="warn" />}
    </span>
  );
}
