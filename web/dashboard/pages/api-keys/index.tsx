import { Alert, Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { Stats } from '../../../../src/stats/schema.ts';
import type { WireApiKey, WireIssuedApiKey } from '../../../../src/web-app/api-key-schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { Icon, PageHeader, Section, Sections } from '../../components/index.ts';
import { AdminsOnly } from '../members/admins-only.tsx';
import { PlanLink } from '../plan/plan-link.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { HowToUse } from './how-to-use.tsx';
import { KeyDialogs, type KeyQuestion } from './key-dialogs.tsx';
import { type KeyLimit, keyLimitOf } from './key-limit.ts';
import { KeyList } from './key-list.tsx';
import { KeyValueDialog } from './key-value-dialog.tsx';

export default function ApiKeysPage() {
  const { can } = useWorkspace();
  if (can('admin')) return <ApiKeys />;
  return <AdminsOnly title="API keys">API keys let programs work with this workspace.</AdminsOnly>;
}

function ApiKeys() {
  const { environment } = useWorkspace();
  const keys = useWorkspaceQuery<WireApiKey[]>('api-keys');
  const limit = useKeyLimit(keys.data?.length);
  const [creating, setCreating] = useState(false);
  const [question, setQuestion] = useState<KeyQuestion | null>(null);
  const [issued, setIssued] = useState<WireIssuedApiKey | null>(null);
  const createButton = <CreateButton limit={limit} onClick={() => setCreating(true)} />;

  return (
    <>
      <PageHeader
        title="API keys"
        description={
          environment === 'live'
            ? 'Keys of the live environment. Switch to Test above for keys to develop with.'
            : 'Keys of the test environment: nothing they do counts or reaches a customer. Switch to Live above for the real ones.'
        }
        actions={createButton}
      />
      <Sections>
        {limit !== null && limit.full !== null && keys.data !== undefined && (
          <Alert color="yellow" icon={<Icon name="info" />} data-testid="key-limit-reached">
            {limit.full} <PlanLink />
          </Alert>
        )}
        <Section flush>
          <KeyList keys={keys} onAsk={setQuestion} createButton={createButton} />
        </Section>
        <HowToUse limit={limit} />
      </Sections>
      <CreateKeyDialog opened={creating} onClose={() => setCreating(false)} onIssued={setIssued} />
      <KeyDialogs question={question} onClose={() => setQuestion(null)} onIssued={setIssued} />
      <KeyValueDialog issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}

/** Live and test keys may share one number, so those of the other environment count too. */
function useKeyLimit(here: number | undefined): KeyLimit | null {
  const { environment } = useWorkspace();
  const other = environment === 'live' ? 'test' : 'live';
  const plan = useWorkspaceQuery<Stats>('plan');
  const there = useWorkspaceQuery<WireApiKey[]>('api-keys', { environment: other });
  if (plan.data === undefined || there.data === undefined || here === undefined) return null;
  const counts = { live: 0, test: 0, [environment]: here, [other]: there.data.length };
  return keyLimitOf(plan.data.plan.id, environment, counts);
}

function CreateButton({ limit, onClick }: { limit: KeyLimit | null; onClick: () => void }) {
  const full = limit?.full ?? null;
  return (
    <Tooltip
      label={full ?? ''}
      disabled={full === null}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={320}
    >
      <Button
        leftSection={<Icon name="plus" />}
        onClick={full === null ? onClick : undefined}
        data-disabled={full !== null || undefined}
        aria-disabled={full !== null || undefined}
        data-testid="create-key"
      >
        Create API key
      </Button>
    </Tooltip>
  );
}
