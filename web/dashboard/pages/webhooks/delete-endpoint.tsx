import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { workspaceKey } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { ConfirmDialog, Section, useNotify } from '../../components/index.ts';
import type { Endpoint } from './types.ts';

export function DeleteEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const { id, api, path } = useWorkspace();
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    await api.delete(`webhooks/${endpoint.id}`);
    // Not read again before the page is left: the endpoint that it shows is no more.
    await queries.invalidateQueries({ queryKey: workspaceKey(id), refetchType: 'none' });
    notify.success(`“${endpoint.name}” deleted.`);
    navigate(path('webhooks'), { replace: true });
  };
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
