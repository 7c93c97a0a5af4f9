import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '../api/session.tsx';
import { pathIn, useWorkspace } from '../api/workspace.tsx';
import { Icon } from '../components/icon.tsx';
import styles from './frame.module.css';

export function WorkspaceSwitcher({ compact }: { compact?: boolean }) {
  const { workspaces } = useSession();
  const current = useWorkspace();
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton
          className={styles.switcher}
          data-testid={compact ? 'workspace-switcher-phone' : 'workspace-switcher'}
        >
          <Initial name={current.name} />
          <span className={styles.switcherText}>
            <b>{current.name}</b>
            {!compact && <small>{roleName(current.role)}</small>}
          </span>
          <VisuallyHidden>, switch workspace</VisuallyHidden>
          <Icon name="updown" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Workspaces</Menu.Label>
        {workspaces.map(({ id, name }) => (
          <Menu.Item
            key={id}
            component={Link}
            to={pathIn(id, current.environment)}
            leftSection={<Initial name={name} />}
            rightSection={id === current.id ? <Icon name="check" size={16} /> : null}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/new-workspace" leftSection={<Icon name="plus" />}>
          New workspace
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Initial({ name }: { name: string }) {
  return (
    <span className={styles.initial} aria-hidden="true">
      {Array.from(name.trim())[0] ?? ''}
    </span>
  );
}

function roleName(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}
