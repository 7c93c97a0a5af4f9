import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.tsx';
import { ConfirmDialog, Section } from '../../components/index.ts';
import { useDeletion } from '../photo-requests/parts/use-deletion.ts';
import type { Endpoint } from './types.ts';

export function DeleteEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const { path } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const remove = useDeletion(`webhooks/${endpoint.id}`, {
    to: path('webhooks'),
    say: `“${endpoint.name}” deleted.`,
  });
  return (
    <Section
      title="Delete this endpoint"
      description="Pending deliveries are discarded and the secret is revoked. To pause, disable it instead."
      danger
    >
      <Button variant="default" c="var(--bad)" onClick={() => setAsking(true)} data-testid="webhook-delete">
        Delete endpoint
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Delete “${endpoint.name}”?`}
        action="Delete endpoint"
        name={endpoint.name}
        onConfirm={remove}
      >
        <b>{endpoint.url}</b> gets no more events, not even pending ones. This can’t be undone.
      </ConfirmDialog>
    </Section>
  );
}
