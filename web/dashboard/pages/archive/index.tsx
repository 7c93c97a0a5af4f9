import { Alert } from '@mantine/core';
import type { ShownArchive } from '../../../../src/archive/web-schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { BlockSkeleton, Icon, Loaded, PageHeader, Sections, Time } from '../../components/index.ts';
import { AdminsOnly } from '../members/admins-only.tsx';
import { ArchiveForm } from './archive-form.tsx';
import { CopiesSection } from './copies-section.tsx';
import { RemoveArchive } from './remove-archive.tsx';

/** What waits is copied while the page is open. */
const REFRESH_MS = 5_000;

export default function ArchivePage() {
  const { can } = useWorkspace();
  if (!can('admin')) return <AdminsOnly title="Archive">Admins set up the archive.</AdminsOnly>;
  return <Archive />;
}

function Archive() {
  const { environment } = useWorkspace();
  const query = useWorkspaceQuery<ShownArchive>('archive', undefined, { refetchInterval: REFRESH_MS });
  return (
    <>
      <PageHeader
        title="Archive"
        description={`Copies of your ${environment} submissions in your own S3 bucket or WebDAV folder.`}
      />
      <Loaded query={query} skeleton={<Waiting />}>
        {(shown) => (
          <Sections>
            <State shown={shown} />
            <ArchiveForm key={environment} archive={shown.archive} />
            {(shown.archive !== null || shown.failed > 0) && <CopiesSection shown={shown} />}
            {shown.archive !== null && <RemoveArchive archive={shown.archive} waiting={shown.waiting} />}
          </Sections>
        )}
      </Loaded>
    </>
  );
}

/** What someone has to look after; nothing while all is well. */
function State({ shown: { archive, waiting } }: { shown: ShownArchive }) {
  if (archive === null || archive.error === null) return null;
  return (
    <Alert
      color="red"
      icon={<Icon name="alert" />}
      title="Copying to the archive fails"
      role="status"
      data-testid="archive-failing"
    >
      {archive.error}{' '}
      {archive.next_attempt_at !== null && Date.parse(archive.next_attempt_at) > Date.now() && (
        <>
          {waiting === 1 ? '1 file waits' : `${waiting} files wait`}. Next attempt{' '}
          <Time value={archive.next_attempt_at} />.
        </>
      )}
    </Alert>
  );
}

function Waiting() {
  return (
    <Sections>
      <BlockSkeleton height={420} />
      <BlockSkeleton height={240} />
    </Sections>
  );
}
