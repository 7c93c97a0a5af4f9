import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWorkspaceMutation } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { ConfirmDialog } from '../../../components/index.ts';

/** Buttons that decide about a held submission; `children` says what rejecting does. */
export function HeldDecision({ id, children }: { id: string; children: ReactNode }) {
  const { can } = useWorkspace();
  const [rejects, setRejects] = useState(false);
  const path = `held-submissions/${id}`;
  const approve = useWorkspaceMutation<void>((api) => api.post(`${path}/approve`, {}), {
    success: 'Submission approved.',
  });
  const reject = useWorkspaceMutation<void>((api) => api.post(`${path}/reject`, {}), {
    success: 'Submission rejected.',
    quiet: true,
  });
  if (!can('member')) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        onClick={() => setRejects(true)}
        data-testid="reject-submission"
      >
        Reject
      </Button>
      <Button
        size="compact-md"
        loading={approve.isPending}
        onClick={() => approve.mutate()}
        data-testid="approve-submission"
      >
        Approve
      </Button>
      <ConfirmDialog
        opened={rejects}
        onClose={() => setRejects(false)}
        title="Reject this submission?"
        action="Reject and delete"
        onConfirm={() => reject.mutateAsync()}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
