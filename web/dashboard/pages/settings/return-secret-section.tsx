import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReturnSecretState } from '../../../../src/returns/web-schema.ts';
import { useWorkspaceMutation, useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { ConfirmDialog, Section, StatusBadge } from '../../components/index.ts';
import { type RevealedSecrets, RevealSecrets } from '../webhooks/secret-section.tsx';
import { SigningSecretDialog } from '../webhooks/signing-secret-dialog.tsx';
import forms from './forms.module.css';

const PATH = 'settings/return-secret';

/** What the business verifies customers with who come back to its site. */
export function ReturnSecretSection() {
  const { environment } = useWorkspace();
  const { data } = useWorkspaceQuery<ReturnSecretState>(PATH);
  const isRotating = data?.is_rotating === true;
  const reveal = useWorkspaceMutation<void, RevealedSecrets>((api) => api.get(`${PATH}/secrets`));
  return (
    <Section
      title={environment === 'live' ? 'Return secret' : 'Return secret for test'}
      description="Signs the address that customers come back by, so your site can verify it. Live and test have their own."
      actions={isRotating && <StatusBadge text="Rotating" tone="warn" />}
    >
      <div className={forms.form}>
        <RevealSecrets key={`${environment} ${isRotating}`} reveal={reveal} isRotating={isRotating} />
        <Rotation isRotating={isRotating} />
      </div>
    </Section>
  );
}

/** In two steps, so that no customer comes back unverified in between. */
function Rotation({ isRotating }: { isRotating: boolean }) {
  const { can } = useWorkspace();
  const [asking, setAsking] = useState<'rotate' | 'activate' | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const rotate = useWorkspaceMutation<void, { next: string }>((api) => api.post(`${PATH}/rotate`), {
    quiet: true,
    onSuccess: ({ next }) => setNext(next),
  });
  const activate = useWorkspaceMutation<void>((api) => api.post(`${PATH}/activate`), {
    quiet: true,
    success: 'New secret activated.',
  });
  if (!can('admin')) return null;
  const close = () => setAsking(null);
  return (
    <div className={forms.buttons}>
      <Button variant="default" onClick={() => setAsking('rotate')} data-testid="rotate-return-secret">
        {isRotating ? 'Generate another' : 'Generate new secret'}
      </Button>
      {isRotating && (
        <Button variant="default" onClick={() => setAsking('activate')} data-testid="activate-return-secret">
          Activate new secret
        </Button>
      )}
      <ConfirmDialog
        opened={asking === 'rotate'}
        onClose={close}
        title="Generate new secret?"
        action="Generate"
        harmless
        onConfirm={() => rotate.mutateAsync()}
      >
        {isRotating
          ? 'It replaces the new secret you generated before, which stops working.'
          : 'Both secrets sign until you activate the new one, so nothing changes for your site yet.'}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'activate'}
        onClose={close}
        title="Activate new secret?"
        action="Activate"
        onConfirm={() => activate.mutateAsync()}
      >
        The current secret stops working. If your site doesn’t have the new one, it can’t verify customers who
        come back.
      </ConfirmDialog>
      <SigningSecretDialog
        secret={next}
        title="New return secret"
        prefix="rtsec_"
        onClose={() => setNext(null)}
      >
        Give it to your site, then activate it.
      </SigningSecretDialog>
    </div>
  );
}
