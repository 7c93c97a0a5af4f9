import type { WorkspacePlan } from '../../../../src/overview/schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { CodeBlock, Section } from '../../components/index.ts';
import { PlanLink } from '../plan/plan-link.tsx';
import forms from '../settings/forms.module.css';
import type { KeyLimit } from './key-limit.ts';
import { callWith } from './key-value-dialog.tsx';

export function HowToUse({ limit }: { limit: KeyLimit | null }) {
  const { data: plan } = useWorkspaceQuery<WorkspacePlan>('plan');
  return (
    <Section title="How to use a key">
      <div className={forms.form}>
        <p>
          Send it in the <code>X-API-Key</code> header, from your server only. Never put a key in a web page,
          app or URL. <a href="/docs">API reference</a>
        </p>
        <CodeBlock code={callWith('$SHUTTERPOST_KEY')} label="First call" wrap />
        <p className={forms.quiet}>
          {plan !== undefined && <CallLimits limits={plan.call_limits} />}{' '}
          {limit !== null && (
            <>
              {limit.text} <PlanLink />.
            </>
          )}
        </p>
      </div>
    </Section>
  );
}

function CallLimits({ limits }: { limits: WorkspacePlan['call_limits'] }) {
  return (
    <span data-testid="call-limits">
      Rate limit: {limits.per_minute.toLocaleString('en')} calls per minute,{' '}
      {limits.per_hour.toLocaleString('en')} per hour.
    </span>
  );
}
