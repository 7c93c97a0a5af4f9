import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { OverviewWaiting } from '../../../../src/overview/schema.ts';
import { displayCode } from '../../../../src/shared/short-code.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { EmptyState, Section, StatusBadge, Time } from '../../components/index.ts';
import { progressText } from '../photo-requests/parts/progress.ts';
import styles from './overview.module.css';

const MAX_SHOWN = 5;

export function WaitingRequests({ requests }: { requests: OverviewWaiting[] }) {
  const { path } = useWorkspace();
  return (
    <Section
      title="Waiting for photos"
      flush
      actions={
        <Button
          component={Link}
          to={path('photo-requests?status=pending')}
          variant="subtle"
          size="compact-sm"
        >
          All
        </Button>
      }
    >
      {requests.length === 0 ? (
        <EmptyState icon="check" title="Nothing pending">
          Every request has been answered or has expired.
        </EmptyState>
      ) : (
        <ul className={styles.waitingList} data-testid="waiting-requests">
          {requests.slice(0, MAX_SHOWN).map((request) => (
            <Waiting key={request.id} request={request} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Waiting({ request }: { request: OverviewWaiting }) {
  const { path } = useWorkspace();
  const { id, external_id, instructions, recipient_email, unique_code, status, first_viewed_at } = request;
  return (
    <li>
      <div>
        <Link to={path(`photo-requests/${id}`)}>{external_id ?? instructions}</Link>
        <small>
          {status === 'in_progress' ? (
            progressText(request)
          ) : (
            <>
              expires <Time value={request.expires_at} />
            </>
          )}{' '}
          · {recipient_email ?? displayCode(unique_code)}
        </small>
      </div>
      {status === 'pending' && first_viewed_at !== null ? (
        <StatusBadge text="Opened" tone="calm" />
      ) : (
        <StatusBadge status={status} />
      )}
    </li>
  );
}
