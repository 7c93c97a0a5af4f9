import { Link } from 'react-router';
import type { Overview } from '../../../../src/overview/schema.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import styles from './overview.module.css';

const SHOWN = [
  { status: 'pending', label: 'Waiting' },
  { status: 'in_progress', label: 'In progress' },
  { status: 'submitted', label: 'Submitted' },
  { status: 'expired', label: 'Expired' },
] as const;

/** Requests of the last 30 days by status; each leads to its list. */
export function Counts({ counts }: { counts: Overview['photo_requests'] }) {
  const { path } = useWorkspace();
  return (
    <ul className={styles.tiles} aria-label="Photo requests in the last 30 days">
      {SHOWN.map(({ status, label }) => (
        <li key={status}>
          <Link to={path(`photo-requests?status=${status}`)} className={styles.tile} data-status={status}>
            <span>{label}</span>
            <b>{counts[status].toLocaleString('en')}</b>
            <small>last 30 days</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
