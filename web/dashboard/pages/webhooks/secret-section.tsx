import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import dialog from '../../components/dialog.module.css';
import { CopyButton, Icon, Section, StatusBadge } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { RotateSecret } from './rotate-secret.tsx';
import type { Endpoint, Secrets } from './types.ts';

export function SecretSection({ endpoint }: { endpoint: Endpoint }) {
  return (
    <Section
      title="Signing secret"
      description="Every event is signed with it so you can verify its origin."
      actions={endpoint.is_rotating && <StatusBadge text="Rotating" tone="warn" />}
    >
      <div className={forms.form}>
        <Reveal endpoint={endpoint} />
        <RotateSecret endpoint={endpoint} />
      </div>
    </Section>
  );
}

function Reveal({ endpoint }: { endpoint: Endpoint }) {
  const reveal = useWorkspaceMutation<void, Secrets>((api) => api.get(`webhooks/${endpoint.id}/secret`));
  return <RevealSecrets reveal={reveal} isRotating={endpoint.is_rotating} />;
}

export type RevealedSecrets = Secrets;

/** Shows a secret to owners, who ask for it. */
export function RevealSecrets({
  reveal,
  isRotating,
}: {
  reveal: { mutateAsync: () => Promise<Secrets>; isPending: boolean };
  isRotating: boolean;
}) {
  const { can } = useWorkspace();
  const [secrets, setSecrets] = useState<Secrets | null>(null);
  // What went wrong is said by the mutation itself.
  const show = () => reveal.mutateAsync().then(setSecrets, () => {});
  if (!can('owner')) return <p className={forms.quiet}>Only owners can view it.</p>;
  if (secrets === null)
    return (
      <div>
        <Button
          variant="default"
          leftSection={<Icon name="eye" />}
          loading={reveal.isPending}
          onClick={show}
          data-testid="reveal-secret"
        >
          Show secret
        </Button>
      </div>
    );
  return (
    <div className={forms.form} data-testid="secrets">
      <Secret label="Current secret" value={secrets.current} />
      {secrets.next !== null && isRotating && <Secret label="New secret" value={secrets.next} />}
      <div>
        <Button variant="default" onClick={() => setSecrets(null)}>
          Hide
        </Button>
      </div>
    </div>
  );
}

function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <div className={forms.quiet}>{label}</div>
      <div className={dialog.secret}>
        <span data-testid="secret">{value}</span>
        <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} compact />
      </div>
    </div>
  );
}
