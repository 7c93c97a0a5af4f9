import { Link } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { pathIn } from '../../api/workspace.tsx';
import { Icon, Section } from '../../components/index.ts';
import styles from './account.module.css';

/** Chosen for each workspace, so it is only led to from here. */
export function NotificationsSection() {
  const { workspaces } = useSession();
  if (workspaces.length === 0) return null;
  return (
    <Section title="Notifications" description="Choose what you hear about in each workspace.">
      <ul className={styles.workspaces}>
        {workspaces.map(({ id, name }) => (
          <li key={id}>
            <Link to={pathIn(id, 'live', 'notifications/settings')} data-testid="account-notifications">
              <Icon name="bell" />
              <span dir="auto">{name}</span>
              <Icon name="right" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
