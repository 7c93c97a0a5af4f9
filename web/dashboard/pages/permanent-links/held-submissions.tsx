import type { HeldSubmission } from '../../../../src/held-submissions/schema.ts';
import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import { displayCode } from '../../../../src/shared/short-code.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { ErrorState, Icon, Section, TextSkeleton, Time } from '../../components/index.ts';
import { warningsOf } from '../photo-requests/detail/evidence.tsx';
import { HeldDecision } from '../photo-requests/parts/held-decision.tsx';
import styles from './links.module.css';

const LOOK_AGAIN_MS = 30_000;

/** What waits for a decision; not there at all where nothing does. */
export function HeldSubmissions({ link }: { link: PermanentLink }) {
  const query = useWorkspaceQuery<HeldSubmission[]>(
    `permanent-links/${link.id}/held-submissions`,
    undefined,
    {
      refetchInterval: LOOK_AGAIN_MS,
    },
  );
  const isNeeded = link.requires_approval || link.held_count > 0 || (query.data?.length ?? 0) > 0;
  if (!isNeeded) return null;
  const count = Math.max(link.held_count, query.data?.length ?? 0);
  return (
    <Section
      title="Waiting for approval"
      description={
        count === 0
          ? 'Nothing pending. New submissions appear here first.'
          : 'Approve a submission to count it and call your webhook. Rejected ones are deleted.'
      }
    >
      <Waiting query={query} />
    </Section>
  );
}

function Waiting({ query }: { query: ReturnType<typeof useWorkspaceQuery<HeldSubmission[]>> }) {
  if (query.error !== null) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (query.data === undefined) return <TextSkeleton />;
  return (
    <ul className={styles.held} data-testid="held-submissions">
      {query.data.map((submission) => (
        <Held key={submission.id} submission={submission} />
      ))}
    </ul>
  );
}

function Held({ submission }: { submission: HeldSubmission }) {
  const warnings = submission.photos.flatMap(({ evidence }) => warningsOf(evidence));
  return (
    <li>
      <div className={styles.heldPhotos}>
        {submission.photos.map(({ id, url, thumbnail_url, slot_instructions }, index) => (
          <a key={id} href={url} target="_blank" rel="noreferrer">
            <img src={thumbnail_url} alt={slot_instructions ?? `Photo ${index + 1}`} loading="lazy" />
          </a>
        ))}
      </div>
      {warnings.length > 0 && (
        <ul className={styles.heldWarnings} data-testid="held-warnings">
          {[...new Set(warnings.map(({ message }) => message))].map((message) => (
            <li key={message} className={styles.heldWarning}>
              <Icon name="alert" size={15} /> {message}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.heldFoot}>
        <span className={styles.address}>
          {displayCode(submission.unique_code)}, sent <Time value={submission.held_at} />
        </span>
        <span className={styles.heldActions}>
          <HeldDecision id={submission.id}>
            Its photos are permanently deleted. The customer isn’t notified.
          </HeldDecision>
        </span>
      </div>
    </li>
  );
}
