import type { EvidencePolicy } from '../../../../src/photos/evidence/policy.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { BlockSkeleton, Loaded, PageHeader, ReadOnlyNote, Sections } from '../../components/index.ts';
import { PolicyForm } from './policy-form.tsx';

export default function LiveProofPage() {
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
            <ReadOnlyNote />
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
