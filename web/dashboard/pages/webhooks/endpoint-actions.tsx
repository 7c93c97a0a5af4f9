import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { ConfirmDialog, Icon } from '../../components/index.ts';
import { EditEndpointDialog } from './edit-endpoint-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import type { Endpoint, TestResult } from './types.ts';

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [editing, setEditing] = useState(false);
  const test = useWorkspaceMutation<void, TestResult>((api) => api.post(`webhooks/${endpoint.id}/test`));
  return (
    <>
      <Button
        leftSection={<Icon name="send" />}
        loading={test.isPending}
        onClick={() => test.mutate()}
        data-testid="webhook-test"
      >
        Send test event
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="edit" />}
        onClick={() => setEditing(true)}
        data-testid="webhook-edit"
      >
        Edit
      </Button>
      <OnOff endpoint={endpoint} />
      <EditEndpointDialog endpoint={endpoint} opened={editing} onClose={() => setEditing(false)} />
      <TestDialog
        endpoint={endpoint}
        result={test.data ?? null}
        busy={test.isPending}
        onAgain={() => test.mutate()}
        onClose={test.reset}
      />
    </>
  );
}

function OnOff({ endpoint }: { endpoint: Endpoint }) {
  const [asking, setAsking] = useState(false);
  const enable = useWorkspaceMutation<void>((api) => api.post(`webhooks/${endpoint.id}/enable`), {
    success: 'Endpoint enabled. Failure count reset.',
  });
  const disable = useWorkspaceMutation<void>((api) => api.post(`webhooks/${endpoint.id}/disable`), {
    quiet: true,
    success: 'Endpoint disabled.',
  });
  if (!endpoint.is_active)
    return (
      <Button
        variant="default"
        leftSection={<Icon name="play" />}
        loading={enable.isPending}
        onClick={() => enable.mutate()}
        data-testid="webhook-enable"
      >
        Enable
      </Button>
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="pause" />}
        onClick={() => setAsking(true)}
        data-testid="webhook-disable"
      >
        Disable
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Disable “${endpoint.name}”?`}
        action="Disable"
        onConfirm={() => disable.mutateAsync()}
      >
        It won’t get new events until you enable it again, and events in between aren’t kept for it. Pending
        deliveries are held so you can send them later.
      </ConfirmDialog>
    </>
  );
}
