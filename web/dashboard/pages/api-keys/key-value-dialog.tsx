import { Alert, Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { WireIssuedApiKey } from '../../../../src/api-keys/web-schema.ts';
import dialog from '../../components/dialog.module.css';
import { CodeBlock, CopyButton, Dialog, Icon } from '../../components/index.ts';

/** The one time that a key can be seen, with a call to try it. It closes only when the person says that they have it. */
export function KeyValueDialog({
  issued,
  onClose,
}: {
  issued: WireIssuedApiKey | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={issued !== null}
      onClose={onClose}
      title={`Your new key “${issued?.name ?? ''}”`}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {issued !== null && <KeyValue issued={issued} onClose={onClose} />}
    </Dialog>
  );
}

function KeyValue({ issued, onClose }: { issued: WireIssuedApiKey; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  return (
    <div className={dialog.body} data-testid="secret-dialog">
      <div className={dialog.secret} data-testid="secret">
        {issued.key}
      </div>
      <div>
        <CopyButton value={issued.key} label="Copy key" variant="light" />
      </div>
      <Alert color="yellow" icon={<Icon name="alert" />}>
        You won’t see this again. Store it somewhere safe on your server, never in a URL, web page or app.
      </Alert>
      {issued.is_active ? (
        <CodeBlock code={callWith(issued.key)} label="Try it in a terminal" wrap />
      ) : (
        <p className={dialog.text}>This key is inactive. Activate it before you use it.</p>
      )}
      <Checkbox
        label="I’ve saved it"
        checked={kept}
        onChange={(event) => setKept(event.currentTarget.checked)}
        data-testid="secret-kept"
      />
      <div className={dialog.actions}>
        <Button disabled={!kept} onClick={onClose} data-testid="secret-done">
          Done
        </Button>
      </div>
    </div>
  );
}

export function callWith(key: string): string {
  return `curl ${window.location.origin}/v1/ping -H "X-API-Key: ${key}"`;
}
