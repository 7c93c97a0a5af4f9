import { Switch } from '@mantine/core';
import { useParams } from 'react-router';
import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import type { PhotoRequest } from '../../../../src/photo-requests/schema.ts';
import { displayCode } from '../../../../src/shared/short-code.ts';
import { useWorkspaceMutation, useWorkspacePages, useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  Facts,
  PageHeader,
  PageSkeleton,
  Section,
  StatusBadge,
  Time,
} from '../../components/index.ts';
import { returnFacts } from '../photo-requests/parts/content/return-facts.ts';
import { useTemplateFact } from '../photo-requests/parts/content/template-fact.tsx';
import { translationsFact } from '../photo-requests/parts/content/translations-fact.ts';
import { RequestTitle } from '../photo-requests/parts/request-columns.tsx';
import { ShareBox } from '../photo-requests/parts/share-box.tsx';
import { Wish } from '../photo-requests/parts/wish.tsx';
import { AccessCode } from './access-code.tsx';
import { HeldSubmissions } from './held-submissions.tsx';
import { LinkActions } from './link-actions.tsx';
import { LinkAlert } from './link-alert.tsx';
import { addressLimitText, draftsText, stateOf, submissionsText } from './link-state.ts';
import styles from './links.module.css';

export function LinkDetailPage() {
  const { id = '' } = useParams();
  const { path } = useWorkspace();
  const query = useWorkspaceQuery<PermanentLink>(`permanent-links/${id}`);
  const back = { to: path('permanent-links'), label: 'Permanent links' };
  if (query.data !== undefined) return <Detail link={query.data} back={back} />;
  if (query.error === null) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Permanent link" back={back} />
      <Section>
        <ErrorState error={query.error} onRetry={query.refetch} />
      </Section>
    </>
  );
}

function Detail({ link, back }: { link: PermanentLink; back: { to: string; label: string } }) {
  const { text, tone } = stateOf(link, Date.now());
  const template = useTemplateFact(link.template_id);
  return (
    <>
      <PageHeader
        title={link.name}
        back={back}
        badge={
          <span data-testid="link-state">
            <StatusBadge text={text} tone={tone} />
          </span>
        }
        actions={<LinkActions link={link} />}
      />
      <LinkAlert link={link} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section title="Share with your customers">
            <ShareBox
              url={link.url}
              code={link.unique_code}
              codeEntryUrl={link.code_entry_url}
              text={link.instructions}
            />
          </Section>
          <HeldSubmissions link={link} />
          <Submissions id={link.id} />
        </div>
        <div className={styles.column}>
          <Section title="Status">
            <ActiveSwitch link={link} />
            <Facts
              items={[
                { label: 'Submissions', value: submissionsText(link) },
                { label: 'Not sent yet', value: <Drafts link={link} /> },
                { label: 'Limit per address', value: addressLimitText(link) },
                { label: 'Access code', value: <AccessCode link={link} /> },
                { label: 'Approval', value: link.requires_approval ? 'Required' : 'Not required' },
                { label: 'Closes', value: <Time value={link.expires_at} show="both" none="Never" /> },
                { label: 'Created', value: <Time value={link.created_at} show="both" /> },
                ...translationsFact(link.translations),
                ...template,
                ...returnFacts(link),
                ...Object.entries(link.metadata).map(([label, value]) => ({
                  key: `metadata ${label}`,
                  label,
                  value,
                })),
              ]}
            />
          </Section>
          <Section title="Requested photos">
            <Wish asked={link} />
          </Section>
        </div>
      </div>
    </>
  );
}

/** What visitors took and have not sent: theirs until they do, but on the workspace's disk. */
function Drafts({ link: { draft_count: count, draft_bytes: bytes } }: { link: PermanentLink }) {
  return <span data-testid="link-drafts">{draftsText({ count, bytes }) ?? 'None'}</span>;
}

function ActiveSwitch({ link }: { link: PermanentLink }) {
  const { can } = useWorkspace();
  const change = useWorkspaceMutation<boolean>((api, is_active) =>
    api.patch(`permanent-links/${link.id}`, { is_active }),
  );
  const checked = change.isPending ? change.variables : link.is_active;
  if (!can('member')) return null;
  return (
    <div className={styles.switch}>
      <Switch
        label="Accepting photos"
        description={checked ? 'Anyone with the link can send photos.' : 'Customers see that it’s closed.'}
        checked={checked}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
        data-testid="toggle-link"
      />
    </div>
  );
}

const SUBMISSION_COLUMNS: Column<PhotoRequest>[] = [
  {
    key: 'submission',
    header: 'Submission',
    render: (request) => <RequestTitle request={request} title={displayCode(request.unique_code)} />,
  },
  {
    key: 'submitted',
    header: 'Submitted',
    width: '11rem',
    align: 'end',
    hideOnPhone: true,
    render: ({ submitted_at }) => <Time value={submitted_at} />,
  },
];

function Submissions({ id }: { id: string }) {
  const { path } = useWorkspace();
  const pages = useWorkspacePages<PhotoRequest>(`permanent-links/${id}/submissions`);
  return (
    <Section title="Submissions" flush>
      <DataTable
        label="Submissions"
        columns={SUBMISSION_COLUMNS}
        rows={pages.rows}
        rowKey={(row) => row.id}
        rowLink={(row) => path(`photo-requests/${row.id}`)}
        error={pages.error}
        onRetry={pages.refetch}
        more={pages}
        empty={
          <EmptyState icon="image" title="No submissions yet">
            Scan the QR code with your phone to try it.
          </EmptyState>
        }
      />
    </Section>
  );
}
