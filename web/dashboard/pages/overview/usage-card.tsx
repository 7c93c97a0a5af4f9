import { Button, Progress } from '@mantine/core';
import { Link } from 'react-router';
import type { Overview } from '../../../../src/overview/schema.ts';
import { useTimeZone, useWorkspace } from '../../api/workspace.tsx';
import { Section } from '../../components/index.ts';
import { draftsText } from '../permanent-links/link-state.ts';
import styles from './overview.module.css';

const NEARLY_FULL = 0.8;

export function UsageCard({ plan, usage, drafts }: Pick<Overview, 'plan' | 'usage' | 'drafts'>) {
  const { path, environment } = useWorkspace();
  const timeZone = useTimeZone();
  const waiting = draftsText(drafts);
  const { photos_used: used, photos_limit: limit } = usage;
  const share = limit === null || limit === 0 ? 0 : used / limit;
  const photos = environment === 'test' ? 'live photos' : 'photos';
  return (
    <Section
      title="Usage"
      actions={
        <Button component={Link} to={path('plan')} variant="subtle" size="compact-sm">
          {plan.name}
        </Button>
      }
    >
      <p className={styles.used}>
        <b>{used.toLocaleString('en')}</b>{' '}
        {limit === null ? `${photos} sent, no limit` : `of ${limit.toLocaleString('en')} ${photos} sent`}
      </p>
      {limit !== null && (
        <Progress
          value={Math.min(100, share * 100)}
          size="md"
          radius="xl"
          color={colorOf(share)}
          aria-label={`${Math.round(share * 100)}% of photos used`}
        />
      )}
      <p className={styles.fine}>{hintOf(usage, share, timeZone)}</p>
      {waiting !== undefined && (
        <p className={styles.fine} data-testid="drafts">
          {waiting} on permanent links, not sent yet. Drafts don’t count.
        </p>
      )}
    </Section>
  );
}

function colorOf(share: number): string {
  if (share >= 1) return 'red.7';
  return share >= NEARLY_FULL ? 'yellow.7' : 'accent';
}

function hintOf(usage: Overview['usage'], share: number, timeZone: string): string {
  const { billing_period_start: start, billing_period_end: end } = usage;
  const isTotal = usage.is_lifetime_quota || start === null || end === null;
  if (share >= 1) {
    const until = isTotal ? 'your plan changes' : 'it resets';
    return `You’ve reached your limit. Customers can’t send photos until ${until}.`;
  }
  if (isTotal) return 'Total, not monthly.';
  const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone });
  return `Since ${date.format(Date.parse(start))}. Resets on ${date.format(Date.parse(end))}.`;
}
