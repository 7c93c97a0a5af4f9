import { Link } from 'react-router';
import type { ArchivedRequest } from '../../../../../src/archive/web-schema.ts';
import { useWorkspaceQuery } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { Section, StatusBadge, Time } from '../../../components/index.ts';
import styles from './detail.module.css';

const WAITING_MS = 10_000;

/** Whether the request is in the workspace's archive. Nothing where there is none. */
export function ArchivedSection({ requestId }: { requestId: string }) {
  const { can, path } = useWorkspace();
  const address = `photo-requests/${requestId}/archive`;
  const { data } = useWorkspaceQuery<ArchivedRequest>(address, undefined, { refetchInterval: WAITING_MS });
  if (data === undefined || data.waiting + data.done + data.failed === 0) return null;
  return (
    <Section title="Archive">
      <div className={styles.row} data-testid="archived">
        <Badge archived={data} />
        {data.failed === 0 && data.waiting === 0 && <Time value={data.last_copied_at} />}
      </div>
      {data.error !== null && <p>{data.error}</p>}
      {can('admin') && (
        <p>
          <Link to={path(`archive?request=${requestId}`)}>View files</Link>
        </p>
      )}
    </Section>
  );
}

function Badge({ archived: { waiting, done, failed } }: { archived: ArchivedRequest }) {
  const total = waiting + done + failed;
  const files = total === 1 ? '1 file' : `${total} files`;
  if (failed > 0) return <StatusBadge text={`${failed} of ${files} failed`} tone="bad" />;
  if (waiting > 0) return <StatusBadge text={`Copying, ${done} of ${files} done`} tone="calm" />;
  return <StatusBadge text={`${files} copied`} tone="good" />;
}
