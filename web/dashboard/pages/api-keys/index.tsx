import { Alert, Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { WireApiKey, WireIssuedApiKey } from '../../../../src/api-keys/web-schema.ts';
import type { Stats } from '../../../../src/stats/schema.ts';
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
  return <AdminsOnly title="API keys">API keys let your apps work with this workspace.</AdminsOnly>;
}

function ApiKeys() {
  const keys = useWorkspaceQuery<WireApiKey[]>('api-keys');
  const limit = useKeyLimit(keys.data);
  const [creating, setCreating] = useState(false);
  const [question, setQuestion] = useState<KeyQuestion | null>(null);
  const [issued, setIssued] = useState<WireIssuedApiKey | null>(null);
  const createButton = <CreateButton limit={limit} onClick={() => setCreating(true)} />;

  return (
    <>
      <PageHeader
        title="API keys"
        description="Live keys work with real customers. Test keys are for development. Nothing they do is counted or sent to customers."
        actions={createButton}
      />
      <Sections>
        {limit !== null && limit.allFull !== null && (
          <Alert color="yellow" icon={<Icon name="info" />} data-testid="key-limit-reached">
            {limit.allFull} <PlanLink />
          </Alert>
        )}
        <Section flush>
          <KeyList keys={keys} onAsk={setQuestion} createButton={createButton} />
        </Section>
        <HowToUse limit={limit} />
      </Sections>
      <CreateKeyDialog
        opened={creating}
        limit={limit}
        onClose={() => setCreating(false)}
        onIssued={setIssued}
      />
      <KeyDialogs question={question} onClose={() => setQuestion(null)} onIssued={setIssued} />
      <KeyValueDialog issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}

function useKeyLimit(keys: WireApiKey[] | undefined): KeyLimit | null {
  const plan = useWorkspaceQuery<Stats>('plan');
  if (plan.data === undefined || keys === undefined) return null;
  const live = keys.filter(({ environment }) => environment === 'live').length;
  return keyLimitOf(plan.data.plan.id, { live, test: keys.length - live });
}

function CreateButton({ limit, onClick }: { limit: KeyLimit | null; onClick: () => void }) {
  const full = limit?.allFull ?? null;
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
