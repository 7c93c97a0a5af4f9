import { Alert } from '@mantine/core';
import { Link } from 'react-router';
import type { Overview } from '../../../../src/overview/schema.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { Icon } from '../../components/index.ts';
import styles from './overview.module.css';

/** No one else is told of what waits for a decision. */
export function HeldNotice({ held }: { held: Overview['held'] }) {
  const { path } = useWorkspace();
  const total = held.photo_requests + held.permanent_links;
  if (total === 0) return null;
  return (
    <div className={styles.whole}>
      <Alert color="yellow" icon={<Icon name="eye" />} data-testid="held-notice">
        <b>
          {total === 1
            ? '1 submission is waiting for review.'
            : `${total} submissions are waiting for review.`}
        </b>{' '}
        {held.photo_requests > 0 && (
          <Link to={path('photo-requests?status=held')}>Review photo requests</Link>
        )}
        {held.photo_requests > 0 && held.permanent_links > 0 && ' · '}
        {held.permanent_links > 0 && <Link to={path('permanent-links')}>Review permanent links</Link>}
      </Alert>
    </div>
  );
}
