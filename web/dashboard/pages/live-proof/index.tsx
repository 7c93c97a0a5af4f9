import { Alert } from '@mantine/core';
import type { EvidencePolicy } from '../../../../src/photos/evidence/policy.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { BlockSkeleton, Icon, Loaded, PageHeader, Sections } from '../../components/index.ts';
import { PolicyForm } from './policy-form.tsx';

export default function LiveProofPage() {
  const { can } = useWorkspace();
  const policy = useWorkspaceQuery<EvidencePolicy>('settings/live-proof');
  return (
    <>
      <PageHeader
        title="Live proof"
        description="Every photo is checked for signs that it isn’t live. Choose what follows from a warning, in live and test."
      />
      <Loaded query={policy} skeleton={<Waiting />}>
        {(data) => (
          <Sections narrow>
            {!can('admin') && (
              <Alert color="gray" icon={<Icon name="lock" />} data-testid="read-only">
                Only admins and owners can change these settings.
              </Alert>
            )}
            <PolicyForm policy={data} />
          </Sections>
        )}
      </Loaded>
    </>
  );
}

function Waiting() {
  return (
    <Sections narrow>
      <BlockSkeleton height={640} />
      <BlockSkeleton height={240} />
    </Sections>
  );
}
