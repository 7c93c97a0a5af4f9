import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { CODE_LENGTH } from '../../../../src/shared/short-code.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { Icon, type IconName, Section } from '../../components/index.ts';
import styles from './overview.module.css';

const STEPS: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'edit',
    title: 'Describe what you need',
    text: 'List the photos your customer should take.',
  },
  {
    icon: 'send',
    title: 'Send the link',
    text: `By email, text message, QR code or ${CODE_LENGTH}-character code. No app or account needed.`,
  },
  {
    icon: 'image',
    title: 'Watch the photos arrive',
    text: 'Taken live, with time, location and a tamper-evident hash.',
  },
];

/** What a new workspace shows instead of an empty chart. */
export function FirstSteps() {
  const { path, can, environment } = useWorkspace();
  return (
    <Section title={environment === 'test' ? 'Try it out' : 'Your first photos'}>
      <ol className={styles.steps} data-testid="first-steps">
        {STEPS.map(({ icon, title, text }) => (
          <li key={title}>
            <span className={styles.stepIcon}>
              <Icon name={icon} size={22} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className={styles.stepActions}>
        {can('member') && (
          <Button component={Link} to={path('photo-requests/new')} leftSection={<Icon name="plus" />}>
            New photo request
          </Button>
        )}
        {can('admin') && (
          <Button component={Link} to={path('api-keys')} variant="default" leftSection={<Icon name="key" />}>
            Use the API instead
          </Button>
        )}
      </div>
    </Section>
  );
}
