import { Link, useLocation } from 'react-router';
import type { Environment } from '../api/types.ts';
import { pathIn, useWorkspace } from '../api/workspace.tsx';
import styles from './frame.module.css';

const LABELS: Record<Environment, string> = { live: 'Live', test: 'Test' };

/** Two links, because each environment has addresses of its own. */
export function EnvironmentSwitch() {
  const { id, environment } = useWorkspace();
  const page = useArea();
  return (
    <nav className={styles.switch} aria-label="Environment" data-testid="environment-switch">
      {(['live', 'test'] as const).map((choice) => (
        <Link
          key={choice}
          to={pathIn(id, choice, page)}
          className={styles.choice}
          data-choice={choice}
          aria-current={choice === environment ? 'true' : undefined}
          data-testid={`environment-${choice}`}
        >
          {LABELS[choice]}
        </Link>
      ))}
    </nav>
  );
}

/** The area of the page: a single object exists in one environment alone, so its list is shown instead. */
export function useArea(): string {
  const [, , , area = ''] = useLocation().pathname.split('/');
  return area;
}
