import { Button } from '@mantine/core';
import dialog from '../../components/dialog.module.css';
import { CopyButton, Dialog } from '../../components/index.ts';

/** A secret that was just created. Unlike a key, owners can view it again. */
export function SigningSecretDialog({
  secret,
  title,
  prefix = 'whsec_',
  children,
  onClose,
}: {
  /** null: closed. */
  secret: string | null;
  title: string;
  prefix?: string;
  children: React.ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog opened={secret !== null} onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <div className={dialog.body} data-testid="secret-dialog">
        <div className={dialog.text}>{children}</div>
        <div className={dialog.secret} data-testid="secret">
          {secret}
        </div>
        <div>
          <CopyButton value={secret ?? ''} label="Copy secret" variant="light" />
        </div>
        <p className={dialog.text}>
          Treat it like a password. Include the <code>{prefix}</code> prefix. Only owners can view it again.
        </p>
        <div className={dialog.actions}>
          <Button onClick={onClose} data-testid="secret-done">
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
