import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WireArchive } from '../../../../src/archive/web-schema.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { ConfirmDialog, Section } from '../../components/index.ts';

export function RemoveArchive({ archive, waiting }: { archive: WireArchive; waiting: number }) {
  const [asking, setAsking] = useState(false);
  const remove = useWorkspaceMutation<void>((api) => api.delete('archive'), {
    quiet: true,
    success: 'Archive disconnected.',
  });
  return (
    <Section
      title="Disconnect the archive"
      description="Nothing more is copied. What was copied stays in your bucket or folder."
      danger
    >
      <Button variant="default" c="var(--bad)" onClick={() => setAsking(true)} data-testid="archive-remove">
        Disconnect archive
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Disconnect the archive?"
        action="Disconnect archive"
        onConfirm={() => remove.mutateAsync()}
      >
        Nothing more is copied to <b>{archive.bucket || archive.url}</b>
        {waiting > 0 && `, not even the ${waiting === 1 ? 'file that waits' : 'files that wait'}`}. The stored
        password is deleted.
      </ConfirmDialog>
    </Section>
  );
}
