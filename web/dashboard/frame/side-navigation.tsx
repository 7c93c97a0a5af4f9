import { NavLink } from 'react-router';
import { useWorkspace } from '../api/workspace.tsx';
import { Icon } from '../components/icon.tsx';
import styles from './navigation.module.css';
import { visibleGroups } from './navigation.ts';
import { ReviewCount } from './review-count.tsx';

export function SideNavigation({ label, onNavigate }: { label: string; onNavigate?: () => void }) {
  const { can, path } = useWorkspace();
  return (
    <nav className={styles.navigation} aria-label={label}>
      {visibleGroups(can).map(({ title, items }) => (
        <div key={title} className={styles.group}>
          {title !== null && <p>{title}</p>}
          <ul>
            {items.map((item) => (
              <li key={item.page}>
                <NavLink
                  to={path(item.page)}
                  end={item.page === ''}
                  className={styles.destination}
                  onClick={onNavigate}
                  data-testid={`nav-${item.page || 'overview'}`}
                >
                  <Icon name={item.icon} />
                  {item.label}
                  {item.countsReviews && <ReviewCount />}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
