import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Overview } from '../../../../src/overview/schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { Icon, Loaded, PageHeader, Section } from '../../components/index.ts';
import { Counts } from './counts.tsx';
import { DayChart } from './day-chart.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HeldNotice } from './held-notice.tsx';
import { LiveSign } from './live-sign.tsx';
import { NewestSubmissions } from './newest-submissions.tsx';
import styles from './overview.module.css';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { UsageCard } from './usage-card.tsx';
import { WaitingRequests } from './waiting-requests.tsx';

export default function OverviewPage() {
  const { path, can } = useWorkspace();
  const overview = useWorkspaceQuery<Overview>('overview');
  return (
    <>
      <PageHeader
        title="Overview"
        badge={<LiveSign />}
        actions={
          can('member') && (
            <Button
              component={Link}
              to={path('photo-requests/new')}
              leftSection={<Icon name="plus" />}
              data-testid="new-request"
            >
              New photo request
            </Button>
          )
        }
      />
      <Loaded query={overview} skeleton={<OverviewSkeleton />}>
        {(data) => <Content overview={data} />}
      </Loaded>
    </>
  );
}

function Content({ overview }: { overview: Overview }) {
  const { days, newest_submissions, waiting_requests } = overview;
  const [asTable, setAsTable] = useState(false);
  return (
    <div className={styles.grid} data-testid="overview">
      <HeldNotice held={overview.held} />
      <div className={styles.usage}>
        <UsageCard {...overview} />
      </div>
      <div className={styles.counts}>
        <Counts counts={overview.photo_requests} />
      </div>
      {!overview.has_own_requests && (
        <div className={styles.whole}>
          <FirstSteps />
        </div>
      )}
      {!isQuiet(overview) && (
        <>
          <div className={styles.chart}>
            <Section
              title="Photos and requests by day"
              actions={
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-pressed={asTable}
                  onClick={() => setAsTable(!asTable)}
                  data-testid="chart-as-table"
                >
                  {asTable ? 'Show chart' : 'Show table'}
                </Button>
              }
            >
              <DayChart days={days} asTable={asTable} />
              <p className={styles.fine}>
                Photos count once they’re sent, on the day they arrived. Deleted photos disappear here but
                still count toward your usage.
              </p>
            </Section>
          </div>
          <div className={styles.waiting}>
            <WaitingRequests requests={waiting_requests} />
          </div>
          <div className={styles.whole}>
            <NewestSubmissions submissions={newest_submissions} />
          </div>
        </>
      )}
    </div>
  );
}

/** Nothing to show, not even the sample of the first start. */
function isQuiet({ newest_submissions, waiting_requests, photo_requests, days }: Overview): boolean {
  return (
    newest_submissions.length === 0 &&
    waiting_requests.length === 0 &&
    Object.values(photo_requests).every((count) => count === 0) &&
    days.every(({ photos }) => photos === 0)
  );
}
