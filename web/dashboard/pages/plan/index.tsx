import type { Stats } from '../../../../src/stats/schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { BlockSkeleton, CodeBlock, Loaded, PageHeader, Section, Sections } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { PlanTable } from './plan-table.tsx';
import { UsageSection } from './usage-section.tsx';

export default function PlanPage() {
  const { environment } = useWorkspace();
  const plan = useWorkspaceQuery<Stats>('plan');
  return (
    <>
      <PageHeader
        title="Plan and usage"
        description={
          environment === 'test'
            ? 'Photos of the test environment do not count towards the quota.'
            : undefined
        }
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
      title="Change the plan"
      description="Whoever runs this server does it with one command. A new period starts then."
    >
      <div className={forms.form}>
        <CodeBlock
          code={`npm run -s shutterpost -- workspace set-plan --workspace ${id} --plan professional`}
          label="For the operator"
          wrap
        />
        <p className={forms.quiet}>
          With a smaller plan nothing is deleted: keys and links beyond its limits stay, but no further ones
          can be made.
        </p>
      </div>
    </Section>
  );
}
