import { Button } from '@mantine/core';
import dialog from '../../components/dialog.module.css';
import { CopyButton, Dialog, Time } from '../../components/index.ts';
import type { NewInvitation } from './index.tsx';

/** Without email, whoever invites someone sends them the link. */
export function InvitationLinkDialog({
  invitation,
  onClose,
}: {
  invitation: NewInvitation | null;
  onClose: () => void;
}) {
  const url = invitation?.url ?? null;
  return (
    <Dialog
      opened={url !== null}
      onClose={onClose}
      title="Invitation created"
      size="lg"
      closeOnClickOutside={false}
    >
      {invitation !== null && url !== null && (
        <div className={dialog.body} data-testid="invitation-link-dialog">
          <p className={dialog.text}>
            Email isn’t set up, so send this link to <b>{invitation.email}</b> yourself. It works once, only
            for this address, until <Time value={invitation.expires_at} show="exact" />. You won’t see it
            again.
          </p>
          <div className={dialog.secret} data-testid="invitation-link">
            {url}
          </div>
          <div className={dialog.actions}>
            <CopyButton value={url} label="Copy link" variant="light" />
            <Button onClick={onClose} data-testid="invitation-done">
              Done
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
