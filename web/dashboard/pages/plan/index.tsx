import type { WorkspacePlan } from '../../../../src/overview/schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { BlockSkeleton, CodeBlock, Loaded, PageHeader, Section, Sections } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { PlanTable } from './plan-table.tsx';
import { UsageSection } from './usage-section.tsx';

export default function PlanPage() {
  const { environment } = useWorkspace();
  const plan = useWorkspaceQuery<WorkspacePlan>('plan');
  return (
    <>
      <PageHeader
        title="Plan and usage"
        description={environment === 'test' ? 'Test photos don’t count toward your quota.' : undefined}
      />
      <Loaded query={plan} skeleton={<BlockSkeleton height={360} />}>
        {(stats) => (
          <Sections>
            <UsageSection stats={stats} />
            <PlanTable current={stats.plan.id} />
            <ChangePlan />
          </Sections>
        )}
      </Loaded>
    </>
  );
}

function ChangePlan() {
  const { id } = useWorkspace();
  return (
    <Section
      title="Change plan"
      description="Your administrator can change it with one command. This starts a new billing period."
    >
      <div className={forms.form}>
        <CodeBlock
          code={`npm run -s shutterpost -- workspace set-plan --workspace ${id} --plan professional`}
          label="For your administrator"
          wrap
        />
        <p className={forms.quiet}>
          Downgrading deletes nothing. What is above the limits stays, but you can’t add more.
        </p>
      </div>
    </Section>
  );
}
