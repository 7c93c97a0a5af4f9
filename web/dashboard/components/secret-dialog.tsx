import { Alert, Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import dialog from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';

/** Shows a key or secret the one time it can be seen. It closes only when the person says that they have it. */
export function SecretDialog({
  secret,
  title,
  children,
  onClose,
}: {
  /** null: closed. */
  secret: string | null;
  title: string;
  /** What it is for. */
  children?: React.ReactNode;
  onClose: () => void;
}) {
  const [kept, setKept] = useState(false);
  const close = () => {
    setKept(false);
    onClose();
  };
  return (
    <Dialog
      opened={secret !== null}
      onClose={close}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className={dialog.body} data-testid="secret-dialog">
        {children !== undefined && <div className={dialog.text}>{children}</div>}
        <div className={dialog.secret} data-testid="secret">
          {secret}
        </div>
        <div>
          <CopyButton value={secret ?? ''} label="Copy" variant="light" />
        </div>
        <Alert color="yellow" icon={<Icon name="alert" />}>
          You won’t see this again. Store it somewhere safe, such as a password manager.
        </Alert>
        <Checkbox
          label="I’ve saved it"
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
          data-testid="secret-kept"
        />
        <div className={dialog.actions}>
          <Button disabled={!kept} onClick={close} data-testid="secret-done">
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
