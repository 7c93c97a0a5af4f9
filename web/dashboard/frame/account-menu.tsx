import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useEndSession, useSession } from '../api/session.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { useNotify } from '../components/notices.tsx';
import styles from './frame.module.css';

const SCHEMES: { value: 'auto' | 'light' | 'dark'; label: string; icon: IconName }[] = [
  { value: 'auto', label: 'System', icon: 'screen' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
];

export function AccountMenu() {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={styles.account} data-testid="account-menu">
          <span className={styles.avatar} aria-hidden="true">
            {initialsOf(user.name ?? user.email)}
          </span>
          <VisuallyHidden>Your account</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <b>{user.name ?? user.email}</b>
          {user.name !== null && <small>{user.email}</small>}
        </div>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/account"
          leftSection={<Icon name="user" />}
          data-testid="nav-account"
        >
          Account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {SCHEMES.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon name={icon} />}
            rightSection={colorScheme === value ? <Icon name="check" size={16} /> : null}
            onClick={() => setColorScheme(value)}
            data-testid={`appearance-${value}`}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={signOut} data-testid="sign-out">
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The first letters of the first and the last word, or the first letter of an address. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toUpperCase();
}

export function useSignOut(): () => Promise<void> {
  const endSession = useEndSession();
  const navigate = useNavigate();
  const notify = useNotify();
  return async () => {
    try {
      await endSession('/sign-out');
      navigate('/sign-in', { replace: true });
    } catch (error) {
      notify.failure(error);
    }
  };
}
