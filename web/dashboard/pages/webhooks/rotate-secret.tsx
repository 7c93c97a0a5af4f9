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
    success: 'The next secret is the current one now.',
  });
  const close = () => setAsking(null);
  return (
    <>
      <h3 className={styles.subheading}>Rotate it in two steps</h3>
      <ol className={styles.steps}>
        <li data-done={endpoint.is_rotating || undefined}>
          <div>
            <b>Make the next secret</b>
            <p>
              From then on <code>webhook-signature</code> carries the signatures of both.{' '}
              <code>X-Webhook-Signature</code> stays with the current one. Let your receiver accept either.
            </p>
          </div>
          <Button variant="default" onClick={() => setAsking('rotate')} data-testid="rotate-secret">
            {endpoint.is_rotating ? 'Make another' : 'Begin'}
          </Button>
        </li>
        <li>
          <div>
            <b>Use the next secret</b>
            <p>
              Once your receiver knows it. The old one is forgotten. Has a secret leaked, take both steps at
              once.
            </p>
          </div>
          <Button
            variant="default"
            disabled={!endpoint.is_rotating}
            onClick={() => setAsking('activate')}
            data-testid="activate-secret"
          >
            Use it
          </Button>
        </li>
      </ol>
      <ConfirmDialog
        opened={asking === 'rotate'}
        onClose={close}
        title="Make the next secret?"
        action="Make it"
        harmless
        onConfirm={() => rotate.mutateAsync()}
      >
        {endpoint.is_rotating
          ? 'It takes the place of the next secret that was made before, which then ends.'
          : 'Nothing changes for your receiver yet: the current secret goes on being used.'}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'activate'}
        onClose={close}
        title="Use the next secret now?"
        action="Use the next secret"
        onConfirm={() => activate.mutateAsync()}
      >
        The current secret is forgotten. A receiver that does not know the next one refuses what comes from
        now on, until it does.
      </ConfirmDialog>
      <SigningSecretDialog secret={next} title="The next signing secret" onClose={() => setNext(null)}>
        Let your receiver accept messages that are signed with either secret, then take the second step.
      </SigningSecretDialog>
    </>
  );
}
