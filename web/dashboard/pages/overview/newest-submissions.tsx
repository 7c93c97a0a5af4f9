import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { OverviewSubmission } from '../../../../src/overview/schema.ts';
import { displayCode } from '../../../../src/shared/short-code.ts';
import { ownAddress } from '../../api/own-address.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { EmptyState, Icon, Section, Time } from '../../components/index.ts';
import { titleOf } from '../photo-requests/parts/request-title.ts';
import styles from './newest-submissions.module.css';

export function NewestSubmissions({ submissions }: { submissions: OverviewSubmission[] }) {
  const { path } = useWorkspace();
  return (
    <Section
      title="Latest submissions"
      actions={
        <Button
          component={Link}
          to={path('photo-requests?status=submitted')}
          variant="subtle"
          size="compact-sm"
        >
          All submissions
        </Button>
      }
    >
      {submissions.length === 0 ? (
        <EmptyState icon="image" title="No photos yet">
          Photos appear here as soon as a customer sends them.
        </EmptyState>
      ) : (
        <ul className={styles.submissions} data-testid="newest-submissions">
          {submissions.map((submission) => (
            <Submission key={submission.id} submission={submission} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Submission({ submission }: { submission: OverviewSubmission }) {
  const { path } = useWorkspace();
  const { id, unique_code, photo_count, submitted_at, thumbnail_urls } = submission;
  const [first, ...others] = thumbnail_urls;
  return (
    <li className={styles.submission} data-testid="submission">
      <div className={styles.pictures} data-several={others.length > 0 || undefined}>
        {first === undefined ? (
          <span className={styles.noPicture}>
            <Icon name="image" size={28} />
          </span>
        ) : (
          [first, ...others.slice(0, 2)].map((address) => (
            <img key={address} src={ownAddress(address)} alt="" loading="lazy" decoding="async" />
          ))
        )}
        <span className={styles.photoCount}>
          <Icon name="image" size={14} />
          {photo_count}
          <span className={styles.unseen}>{photo_count === 1 ? ' photo' : ' photos'}</span>
        </span>
      </div>
      <Link to={path(`photo-requests/${id}`)} className={styles.caption}>
        {titleOf(submission)}
      </Link>
      <p className={styles.when}>
        <span>{displayCode(unique_code)}</span>
        <Time value={submitted_at} />
      </p>
    </li>
  );
}
