import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import type { Stats } from '../../../../src/stats/schema.ts';
import { useWorkspacePages, useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  type Column,
  DataTable,
  Dialog,
  EmptyState,
  Icon,
  PageHeader,
  Section,
  Sections,
  StatusBadge,
  Time,
} from '../../components/index.ts';
import { ShareBox, withoutScheme } from '../photo-requests/parts/share-box.tsx';
import { stateOf, submissionsText } from './link-state.ts';
import styles from './links.module.css';

export function LinkListPage() {
  const { can, path } = useWorkspace();
  const pages = useWorkspacePages<PermanentLink>('permanent-links');
  const [shared, setShared] = useState<PermanentLink | null>(null);
  return (
    <>
      <PageHeader
        title="Permanent links"
        description="A reusable link for a counter, website or sticker. Anyone who opens it can send photos."
        actions={can('member') && <NewLinkButton />}
      />
      <Sections>
        <Section flush>
          <DataTable
            label="Permanent links"
            columns={[...COLUMNS, qrColumn(setShared)]}
            rows={pages.rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => path(`permanent-links/${id}`)}
            error={pages.error}
            onRetry={pages.refetch}
            more={pages}
            empty={<NoLinks />}
          />
        </Section>
      </Sections>
      <Dialog opened={shared !== null} onClose={() => setShared(null)} title={shared?.name} size="lg">
        {shared !== null && (
          <ShareBox
            url={shared.url}
            code={shared.unique_code}
            codeEntryUrl={shared.code_entry_url}
            text={shared.instructions}
          />
        )}
      </Dialog>
    </>
  );
}

/** Says why when the plan has no room for another one. */
function NewLinkButton() {
  const { path } = useWorkspace();
  const { data: stats } = useWorkspaceQuery<Stats>('plan');
  const limit = stats?.plan.permanent_links_limit ?? null;
  if (stats !== undefined && limit !== null && stats.permanent_links.total >= limit)
    return (
      <span className={styles.full}>
        You’re using {limit === 1 ? 'the only link' : `all ${limit} links`} in your plan.{' '}
        <Link to={path('plan')}>See plans</Link>
      </span>
    );
  return (
    <Button
      component={Link}
      to={path('permanent-links/new')}
      leftSection={<Icon name="plus" size={16} />}
      data-testid="new-link"
    >
      New link
    </Button>
  );
}

function NoLinks() {
  const { can } = useWorkspace();
  return (
    <EmptyState icon="link" title="No permanent links yet" action={can('member') && <NewLinkButton />}>
      Need the same photos again and again? Print a QR code for the returns desk, rental car or gate. Each
      submission shows up separately.
    </EmptyState>
  );
}

const COLUMNS: Column<PermanentLink>[] = [
  {
    key: 'name',
    header: 'Link',
    render: ({ name, url }) => (
      <span className={styles.name}>
        <span className={styles.icon}>
          <Icon name="link" />
        </span>
        <span className={styles.words}>
          <span>{name}</span>
          <span className={styles.address}>{withoutScheme(url)}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    width: '8rem',
    render: (link) => {
      const { text, tone } = stateOf(link, Date.now());
      return <StatusBadge text={text} tone={tone} />;
    },
  },
  { key: 'submissions', header: 'Submissions', width: '8rem', align: 'end', render: submissionsText },
  {
    key: 'ends',
    header: 'Closes',
    width: '9rem',
    render: ({ expires_at }) => <Time value={expires_at} none="Never" />,
  },
  {
    key: 'created',
    header: 'Created',
    width: '9rem',
    hideOnPhone: true,
    render: ({ created_at }) => <Time value={created_at} />,
  },
];

function qrColumn(onShow: (link: PermanentLink) => void): Column<PermanentLink> {
  return {
    key: 'qr',
    header: 'QR code',
    width: '6rem',
    align: 'end',
    render: (link) => (
      <Tooltip label="Show QR code and short code">
        <ActionIcon
          variant="default"
          size={34}
          aria-label={`QR code for ${link.name}`}
          onClick={() => onShow(link)}
          data-testid="show-qr"
        >
          <Icon name="qr" />
        </ActionIcon>
      </Tooltip>
    ),
  };
}
