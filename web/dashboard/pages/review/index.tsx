import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useReviewCount } from '../../api/review-count.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  BlockSkeleton,
  EmptyState,
  ErrorState,
  Icon,
  PageHeader,
  Section,
  useNotify,
} from '../../components/index.ts';
import { titleOf } from '../photo-requests/parts/request-title.ts';
import { ChangesDialog } from '../photo-requests/review/changes-dialog.tsx';
import { RejectDialog } from '../photo-requests/review/reject-dialog.tsx';
import { type Decide, useDecision } from '../photo-requests/review/use-decision.ts';
import { DecisionBar } from './decision-bar.tsx';
import { KeysDialog, useKeysSetting } from './keys-dialog.tsx';
import { isMine } from './queue.ts';
import { QueueButtons } from './queue-buttons.tsx';
import { RequestView } from './request-view.tsx';
import styles from './review.module.css';
import { useKeys } from './use-keys.ts';
import { useLookedAt } from './use-looked-at.ts';
import { shortTitle, useQueue } from './use-queue.ts';
import { useSettled } from './use-settled.ts';

const TEXTS: Parameters<typeof useDecision>[0] = {
  done: (seen, decision) => `${DONE[decision]} ${shortTitle(seen)}.`,
  overtaken: (seen) => `${shortTitle(seen)} was decided by someone else meanwhile. `,
};
const DONE = { approve: 'Approved', request_changes: 'Asked for changes to', reject: 'Rejected' };

/** One submission after the other, decided with a key each. */
export default function Page() {
  const { environment } = useWorkspace();
  const [address] = useSearchParams();
  return <ReviewQueue key={`${environment} ${isMine(address)}`} />;
}

function ReviewQueue() {
  const { can } = useWorkspace();
  const notify = useNotify();
  const [dialog, setDialog] = useState<'changes' | 'reject' | 'keys' | null>(null);
  const close = () => setDialog(null);
  const queue = useQueue(dialog === 'changes' || dialog === 'reject');
  const { request } = queue;
  const look = useLookedAt(request);
  const isSettled = useSettled(look.visit);
  const [hasKeys, setHasKeys] = useKeysSetting();
  const { decide, isPending } = useDecision(TEXTS);

  const decideAndGo: Decide = async (seen, decision) => {
    const outcome = await decide(seen, decision);
    if (request !== undefined) queue.leave(request);
    return outcome;
  };
  const mayDecide = can('member') && request !== undefined;
  const choose = (choice: 'approve' | 'changes' | 'reject') => {
    if (!mayDecide || !isSettled || isPending) return;
    if (choice === 'approve') decideAndGo(request, { decision: 'approve' }).catch(notify.failure);
    else setDialog(choice);
  };
  useKeys(hasKeys && dialog === null && look.zoomed < 0, {
    nextPhoto: () => look.step(1),
    previousPhoto: () => look.step(-1),
    zoom: () => look.zoom(look.index),
    nextRequest: () => queue.step(1),
    previousRequest: () => queue.step(-1),
    approve: () => choose('approve'),
    changes: () => choose('changes'),
    reject: () => choose('reject'),
    keys: () => setDialog('keys'),
  });

  return (
    <>
      <ReviewHeader queue={queue} onKeys={() => setDialog('keys')} />
      <Content queue={queue}>
        {request !== undefined && (
          <div className={styles.page} data-ready={isSettled || undefined} data-testid="reviewed-request">
            <RequestView request={request} next={queue.next} look={look} />
            <DecisionBar mayDecide={mayDecide} isPending={isPending} withKeys={hasKeys} onChoose={choose} />
            <ChangesDialog
              request={request}
              opened={dialog === 'changes'}
              onClose={close}
              lookedAt={look.photo?.slot_index}
              decide={decideAndGo}
            />
            <RejectDialog
              request={request}
              opened={dialog === 'reject'}
              onClose={close}
              decide={decideAndGo}
            />
          </div>
        )}
      </Content>
      <KeysDialog opened={dialog === 'keys'} onClose={close} isOn={hasKeys} onTurn={setHasKeys} />
    </>
  );
}

type Queue = ReturnType<typeof useQueue>;

function ReviewHeader({ queue, onKeys }: { queue: Queue; onKeys: () => void }) {
  const [address] = useSearchParams();
  const all = useReviewCount() ?? 0;
  const count = Math.max(isMine(address) ? 0 : all, queue.queue.length);
  const { path } = useWorkspace();
  const { request } = queue;
  const hasRequest = request !== undefined;
  return (
    <PageHeader
      title="Review"
      badge={
        <>
          {hasRequest && (
            <span className={styles.position} role="status" data-testid="queue-position">
              {queue.index + 1} of {count}
            </span>
          )}
          <MineSwitch />
          {hasRequest && <QueueButtons queue={queue} onKeys={onKeys} />}
        </>
      }
      description={
        hasRequest && (
          <Link
            className={styles.title}
            to={path(`photo-requests/${request.id}`)}
            dir="auto"
            data-testid="queue-title"
          >
            {titleOf(request)}
          </Link>
        )
      }
    />
  );
}

function NothingToReview() {
  const [address] = useSearchParams();
  return isMine(address) ? (
    <EmptyState icon="check" title="Nothing assigned to you">
      Turn off “Assigned to me” to see everything that waits for review.
    </EmptyState>
  ) : (
    <EmptyState icon="check" title="Nothing to review">
      New submissions appear here automatically.
    </EmptyState>
  );
}

/** All that waits, or what is assigned to the reader. */
function MineSwitch() {
  const [address, setAddress] = useSearchParams();
  const mine = isMine(address);
  return (
    <Button
      variant={mine ? 'light' : 'default'}
      aria-pressed={mine}
      className={styles.mine}
      aria-label="Assigned to me"
      onClick={() => setAddress(mine ? {} : { assignee: 'me' }, { replace: true })}
      data-testid="queue-mine"
    >
      <Icon name="user" size={16} />
      <span className={styles.wideOnly}>Assigned to me</span>
    </Button>
  );
}

/** What the queue has to show: a request, that there is none, or why it could not be read. */
function Content({ queue, children }: { queue: Queue; children: React.ReactNode }) {
  const { query, request } = queue;
  if (request !== undefined) return children;
  if (query.data === undefined && query.error === null) return <BlockSkeleton height={420} />;
  return (
    <Section>
      {query.data === undefined ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : (
        <NothingToReview />
      )}
    </Section>
  );
}
