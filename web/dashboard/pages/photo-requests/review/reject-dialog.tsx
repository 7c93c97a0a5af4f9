import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { ConfirmDialog } from '../../../components/index.ts';
import { isHeld } from '../parts/held.ts';
import styles from './review.module.css';
import { isSentBack } from './review-state.ts';
import type { Decide } from './use-decision.ts';

const MAX_REASON = 2_000;

interface RejectDialogProps {
  request: PhotoRequest;
  opened: boolean;
  onClose: () => void;
  decide: Decide;
}

export function RejectDialog({ request, opened, onClose, decide }: RejectDialogProps) {
  const [wasOpened, setWasOpened] = useState(opened);
  const [seen, setSeen] = useState(request);
  const [reason, setReason] = useState('');
  // As it was when the dialog opened: what changes meanwhile must not be decided about unseen.
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      setSeen(request);
      setReason('');
    }
  }
  const message = reason.trim();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Reject this submission?"
      action={isHeld(seen) ? 'Reject and delete' : 'Reject'}
      onConfirm={() => decide(seen, { decision: 'reject', ...(message !== '' && { message }) })}
    >
      <p>{consequenceOf(seen)}</p>
      <Textarea
        className={styles.reason}
        label="Reason"
        description="Optional. Seen by your team and integrations, not by the customer."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={MAX_REASON}
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
        data-testid="reject-reason"
      />
    </ConfirmDialog>
  );
}

function consequenceOf(request: PhotoRequest): string {
  if (isHeld(request))
    return 'Its photos are permanently deleted and the request is canceled. The customer isn’t notified.';
  return isSentBack(request)
    ? 'The customer’s link is closed, and photos taken since are deleted. The customer isn’t notified.'
    : 'The photos stay here. The customer isn’t notified.';
}
