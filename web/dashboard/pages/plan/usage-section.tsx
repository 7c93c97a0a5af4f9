import { Progress } from '@mantine/core';
import type { WorkspacePlan } from '../../../../src/overview/schema.ts';
import type { Stats } from '../../../../src/stats/schema.ts';
import { useTimeZone } from '../../api/workspace.tsx';
import { Facts, Section, StatusBadge } from '../../components/index.ts';
import { draftsText } from '../permanent-links/link-state.ts';
import styles from './plan.module.css';

const NEARLY_FULL = 0.8;

export function UsageSection({ stats }: { stats: WorkspacePlan }) {
  const { plan, usage, permanent_links } = stats;
  const { draft_count: count, draft_bytes: bytes } = permanent_links;
  const waiting = draftsText({ count, bytes });
  const { photos_used: used, photos_limit: limit } = usage;
  const share = limit === null || limit === 0 ? 0 : used / limit;
  return (
    <Section title={`${plan.name} plan`} actions={<QuotaBadge share={share} />}>
      <div className={styles.usage} data-testid="usage">
        <p className={styles.used}>
          <b>{used.toLocaleString('en')}</b>{' '}
          {limit === null ? 'photos, unlimited' : `of ${limit.toLocaleString('en')} photos`}
        </p>
        {limit !== null && (
          <Progress
            value={Math.min(100, share * 100)}
            size="lg"
            radius="xl"
            color={colorOf(share)}
            aria-label={`${Math.round(share * 100)}% of photos used`}
          />
        )}
        {share >= 1 && (
          <p className={styles.warning}>
            You’ve reached your limit. New requests and photos are refused until{' '}
            {usage.is_lifetime_quota ? 'your plan changes' : 'it resets'}.
          </p>
        )}
        <Period usage={usage} />
        <Counts stats={stats} />
        {waiting !== undefined && (
          <p data-testid="drafts">
            {waiting} waiting on permanent links. Drafts don’t count until they’re submitted.
          </p>
        )}
      </div>
    </Section>
  );
}

/** What there is a limit for beside photos, in this environment. */
function Counts({ stats: { plan, permanent_links, templates, slot_images } }: { stats: WorkspacePlan }) {
  return (
    <Facts
      items={[
        { label: 'Permanent links', value: ofLimit(permanent_links.total, plan.permanent_links_limit) },
        { label: 'Templates', value: ofLimit(templates.count, templates.limit) },
        { label: 'Example pictures and guides', value: ofLimit(slot_images.count, slot_images.limit) },
      ]}
    />
  );
}

function ofLimit(count: number, limit: number | null): string {
  const counted = count.toLocaleString('en');
  return limit === null ? counted : `${counted} of ${limit.toLocaleString('en')}`;
}

function QuotaBadge({ share }: { share: number }) {
  if (share >= 1) return <StatusBadge text="Limit reached" tone="bad" />;
  if (share >= NEARLY_FULL) return <StatusBadge text="Almost full" tone="warn" />;
  return <StatusBadge text="Within limit" tone="good" />;
}

function colorOf(share: number): string {
  if (share >= 1) return 'red.7';
  return share >= NEARLY_FULL ? 'yellow.7' : 'accent';
}

function Period({ usage }: { usage: Stats['usage'] }) {
  const timeZone = useTimeZone();
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
  const dateOf = (time: string) => day.format(Date.parse(time));
  const { photos_remaining: left, billing_period_start: start, billing_period_end: end } = usage;
  const remaining = { label: 'Remaining', value: left === null ? 'Unlimited' : left.toLocaleString('en') };
  if (usage.is_lifetime_quota || start === null || end === null)
    return <Facts items={[remaining, { label: 'Period', value: 'One-time quota. Doesn’t renew.' }]} />;
  return (
    <Facts
      items={[
        remaining,
        { label: 'Period', value: `${dateOf(start)} to ${dateOf(end)}` },
        { label: 'Resets', value: dateOf(end) },
      ]}
    />
  );
}
