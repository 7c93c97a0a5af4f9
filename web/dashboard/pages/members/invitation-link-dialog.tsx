import { Button, Modal } from '@mantine/core';
import dialog from '../../components/dialog.module.css';
import { CopyButton, Time } from '../../components/index.ts';
import type { NewInvitation } from './index.tsx';

/** Where the server sends no mails, the link is handed over by whoever invites. */
export function InvitationLinkDialog({
  invitation,
  onClose,
}: {
  invitation: NewInvitation | null;
  onClose: () => void;
}) {
  const url = invitation?.url ?? null;
  return (
    <Modal
      opened={url !== null}
      onClose={onClose}
      title="The invitation is ready"
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {invitation !== null && url !== null && (
        <div className={dialog.body} data-testid="invitation-link-dialog">
          <p className={dialog.text}>
            This server sends no mails, so hand over the link to <b>{invitation.email}</b> yourself. It works
            once, for this address alone, until <Time value={invitation.expires_at} show="exact" />, and is
            shown only now.
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
    </Modal>
  );
}
