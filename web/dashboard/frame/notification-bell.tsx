import { NavLink } from 'react-router';
import { useUnreadCount } from '../api/unread-count.ts';
import { useWorkspace } from '../api/workspace.tsx';
import { Icon } from '../components/icon.tsx';
import styles from './navigation.module.css';

/** The server counts up to this. */
const MAX_COUNTED = 100;

/** Leads to what the reader was told of, and says how much of it is new. */
export function NotificationBell() {
  const { path } = useWorkspace();
  const count = useUnreadCount() ?? 0;
  const shown = count >= MAX_COUNTED ? '99+' : count;
  return (
    <NavLink
      to={path('notifications')}
      className={styles.bell}
      aria-label={count === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
      data-testid="notification-bell"
    >
      <Icon name="bell" size={20} />
      {count > 0 && (
        <span className={styles.count} data-testid="unread-count">
          {shown}
        </span>
      )}
    </NavLink>
  );
}
