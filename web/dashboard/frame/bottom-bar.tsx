import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { NavLink } from 'react-router';
import { useWorkspace } from '../api/workspace.tsx';
import { Icon } from '../components/icon.tsx';
import styles from './navigation.module.css';
import { visibleGroups } from './navigation.ts';
import { ReviewCount } from './review-count.tsx';
import { SideNavigation } from './side-navigation.tsx';

/** On phones the main pages are under the thumb; the rest is one tap away. */
export function BottomBar() {
  const { can, path } = useWorkspace();
  const [opened, drawer] = useDisclosure(false);
  const main = (visibleGroups(can)[0]?.items ?? []).filter(({ isInMenu }) => !isInMenu);
  return (
    <>
      <nav className={styles.bottom} aria-label="Main pages">
        {main.map((item) => (
          <NavLink key={item.page} to={path(item.page)} end={item.page === ''} className={styles.tab}>
            <Icon name={item.icon} size={22} />
            {item.short ?? item.label}
            {item.countsReviews && <ReviewCount />}
          </NavLink>
        ))}
        <button type="button" className={styles.tab} onClick={drawer.open} data-testid="more-pages">
          <Icon name="menu" size={22} />
          More
        </button>
      </nav>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        title="Menu"
        position="bottom"
        size="auto"
        closeButtonProps={{ 'aria-label': 'Close' }}
        radius="lg"
        classNames={{ content: styles.drawer }}
      >
        <SideNavigation label="Menu" onNavigate={drawer.close} />
      </Drawer>
    </>
  );
}
