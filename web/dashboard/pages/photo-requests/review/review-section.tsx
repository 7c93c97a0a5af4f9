import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { Icon, MenuItems, Section, StatusBadge, Time, useNotify } from '../../../components/index.ts';
import { isHeld } from '../parts/held.ts';
import { AskedSlots } from './asked-slots.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import styles from './review.module.css';
import { canBeDecided, isSentBack, REVIEW_STATES } from './review-state.ts';
import { useDecision } from './use-decision.ts';

type Choice = 'approve' | 'changes' | 'reject';

/** What the team decided about a submission, or has yet to decide. Viewers see the state alone. */
export function ReviewSection({ request }: { request: PhotoRequest }) {
  const { can } = useWorkspace();
  const notify = useNotify();
  const { decide, isPending } = useDecision();
  const [dialog, setDialog] = useState<Choice | null>(null);
  const close = () => setDialog(null);
  const choose = (choice: Choice) => {
    if (choice === 'approve') decide(request, { decision: 'approve' }).catch(notify.failure);
    else setDialog(choice);
  };
  const mayDecide = can('member') && canBeDecided(request);
  if (request.review === null && !isHeld(request) && !mayDecide) return null;
  const isDecided = request.review !== null && request.review.state !== 'pending' && !isHeld(request);
  const Choices = isDecided ? ChangeDecision : Buttons;
  return (
    <Section
      title="Review"
      actions={mayDecide ? <Choices request={request} isPending={isPending} onChoose={choose} /> : undefined}
    >
      <ReviewState request={request} />
      <ChangesDialog request={request} opened={dialog === 'changes'} onClose={close} decide={decide} />
      <RejectDialog request={request} opened={dialog === 'reject'} onClose={close} decide={decide} />
    </Section>
  );
}

interface ChoicesProps {
  request: PhotoRequest;
  isPending: boolean;
  onChoose: (choice: Choice) => void;
}

function Buttons({ request, isPending, onChoose }: ChoicesProps) {
  const isWaiting = request.review?.state === 'pending' || isHeld(request);
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        onClick={() => onChoose('reject')}
        data-testid="reject-submission"
      >
        Reject
      </Button>
      <Button
        variant="default"
        size="compact-md"
        onClick={() => onChoose('changes')}
        data-testid="ask-for-changes"
      >
        Ask for changes
      </Button>
      <Button
        variant={isWaiting ? 'filled' : 'default'}
        size="compact-md"
        loading={isPending}
        onClick={() => onChoose('approve')}
        data-testid="approve-submission"
      >
        Approve
      </Button>
    </>
  );
}

/** Quieter than the buttons: most decisions stay as they are. */
function ChangeDecision({ request, onChoose }: ChoicesProps) {
  const state = request.review?.state;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" size="compact-md" data-testid="change-decision">
          Change decision
        </Button>
      </Menu.Target>
      <MenuItems>
        {state !== 'approved' && (
          <Menu.Item
            leftSection={<Icon name="check" size={16} />}
            onClick={() => onChoose('approve')}
            data-testid="approve-instead"
          >
            Approve
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="camera" size={16} />}
          onClick={() => onChoose('changes')}
          data-testid="ask-instead"
        >
          {isSentBack(request) ? 'Ask for other changes' : 'Ask for changes'}
        </Menu.Item>
        {state !== 'rejected' && (
          <Menu.Item
            leftSection={<Icon name="close" size={16} />}
            onClick={() => onChoose('reject')}
            data-testid="reject-instead"
          >
            Reject
          </Menu.Item>
        )}
      </MenuItems>
    </Menu>
  );
}

function ReviewState({ request }: { request: PhotoRequest }) {
  const { review } = request;
  if (isHeld(request))
    return (
      <State badge={<StatusBadge text="Held" tone="warn" />}>
        Sent <Time value={request.held_at} />. A check warned of a photo. Approve the submission to count it
        and call your webhook. If no one decides, it expires <Time value={request.expires_at} />.
      </State>
    );
  if (review === null)
    return <p className={styles.quiet}>This submission doesn’t need a decision. You can still make one.</p>;
  const badge = <StatusBadge {...REVIEW_STATES[review.state]} />;
  if (review.state === 'pending')
    return (
      <State badge={badge}>
        {review.round > 1 && `Round ${review.round}. `}Submitted <Time value={request.submitted_at} />. No one
        has decided yet.
      </State>
    );
  return (
    <>
      <State badge={badge}>
        {review.decided_by === null ? 'Through the API' : `By ${review.decided_by}`},{' '}
        <Time value={review.decided_at} />
      </State>
      {review.message !== null && (
        <p className={styles.message} dir="auto" data-testid="review-message">
          {review.message}
        </p>
      )}
      {review.state === 'changes_requested' && <AskedSlots request={request} />}
    </>
  );
}

function State({ badge, children }: { badge: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className={styles.state} data-testid="review-state">
      {badge}
      <span className={styles.quiet}>{children}</span>
    </div>
  );
}
