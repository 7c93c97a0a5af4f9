import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { ConfirmDialog } from '../../components/index.ts';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';
import type { Endpoint, EndpointWithSecret } from './types.ts';
import styles from './webhooks.module.css';

/** In two steps, so that no message fails in between. */
export function RotateSecret({ endpoint }: { endpoint: Endpoint }) {
  const [asking, setAsking] = useState<'rotate' | 'activate' | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const rotate = useWorkspaceMutation<void, EndpointWithSecret>(
    (api) => api.post(`webhooks/${endpoint.id}/rotate`),
    { quiet: true, onSuccess: ({ signing_secret }) => setNext(signing_secret) },
  );
  const activate = useWorkspaceMutation<void>((api) => api.post(`webhooks/${endpoint.id}/activate-secret`), {
    quiet: true,
    success: 'New secret activated.',
  });
  const close = () => setAsking(null);
  return (
    <>
      <h3 className={styles.subheading}>Rotate secret</h3>
      <ol className={styles.steps}>
        <li data-done={endpoint.is_rotating || undefined}>
          <div>
            <b>Generate new secret</b>
            <p>
              After that, <code>webhook-signature</code> carries both signatures, and{' '}
              <code>X-Webhook-Signature</code> still uses the current secret. Make your receiver accept
              either.
            </p>
          </div>
          <Button variant="default" onClick={() => setAsking('rotate')} data-testid="rotate-secret">
            {endpoint.is_rotating ? 'Generate another' : 'Generate'}
          </Button>
        </li>
        <li>
          <div>
            <b>Activate new secret</b>
            <p>
              Do this once your receiver knows it. The old secret is revoked. If a secret leaked, do both
              steps right away.
            </p>
          </div>
          <Button
            variant="default"
            disabled={!endpoint.is_rotating}
            onClick={() => setAsking('activate')}
            data-testid="activate-secret"
          >
            Activate
          </Button>
        </li>
      </ol>
      <ConfirmDialog
        opened={asking === 'rotate'}
        onClose={close}
        title="Generate new secret?"
        action="Generate"
        harmless
        onConfirm={() => rotate.mutateAsync()}
      >
        {endpoint.is_rotating
          ? 'It replaces the new secret you generated before, which stops working.'
          : 'Nothing changes for your receiver yet. The current secret stays in use.'}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'activate'}
        onClose={close}
        title="Activate new secret?"
        action="Activate"
        onConfirm={() => activate.mutateAsync()}
      >
        The current secret stops working. Receivers that don’t have the new one will reject events.
      </ConfirmDialog>
      <SigningSecretDialog secret={next} title="New signing secret" onClose={() => setNext(null)}>
        Make your receiver accept events signed with either secret, then activate the new one.
      </SigningSecretDialog>
    </>
  );
}
