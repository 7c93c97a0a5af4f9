import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { PhotoRequestDetail } from '../../../../../src/photo-requests/web-schema.ts';
import { displayCode } from '../../../../../src/shared/short-code.ts';
import { useWorkspaceQuery } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { ErrorState, Icon, PageHeader, PageSkeleton, Section, Time } from '../../../components/index.ts';
import { AssigneeField } from '../notes/assignee-field.tsx';
import { NoteForm } from '../notes/note-form.tsx';
import { isHeld } from '../parts/held.ts';
import { endedAgainText, endedText, progressText } from '../parts/progress.ts';
import { RequestStatus } from '../parts/request-columns.tsx';
import { titleOf } from '../parts/request-title.ts';
import { ShareBox } from '../parts/share-box.tsx';
import { Wish } from '../parts/wish.tsx';
import { ReviewSection } from '../review/review-section.tsx';
import { isSentBack } from '../review/review-state.ts';
import { RequestActions } from './actions.tsx';
import { Answers } from './answers.tsx';
import { ArchivedSection } from './archived-section.tsx';
import styles from './detail.module.css';
import { DownloadButtons } from './downloads.tsx';
import { EarlierPhotos, Photos } from './photos.tsx';
import { RemindersSection } from './reminders-section.tsx';
import { RequestFacts } from './request-facts.tsx';
import { RequestTimeline } from './timeline.tsx';

/** Events tell of every change; one of them may get lost. */
const REFRESH_MS = 60_000;

export function RequestDetailPage() {
  const { id = '' } = useParams();
  const { path } = useWorkspace();
  const [leaving, setLeaving] = useState(false);
  const query = useWorkspaceQuery<PhotoRequestDetail>(`photo-requests/${id}`, undefined, {
    enabled: !leaving,
    refetchInterval: REFRESH_MS,
  });
  const back = { to: path('photo-requests'), label: 'Photo requests' };
  if (query.data !== undefined) return <Detail detail={query.data} back={back} onLeaving={setLeaving} />;
  if (query.error === null) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Photo request" back={back} />
      <Section>
        <ErrorState error={query.error} onRetry={query.refetch} />
      </Section>
    </>
  );
}

interface DetailProps {
  detail: PhotoRequestDetail;
  back: { to: string; label: string };
  onLeaving: (leaving: boolean) => void;
}

function Detail({ detail, back, onLeaving }: DetailProps) {
  const { request, timeline } = detail;
  const { can } = useWorkspace();
  const waits = isHeld(request);
  const isOpen = !waits && (request.status === 'pending' || request.status === 'in_progress');
  const hasPhotos = request.status === 'submitted' || request.items.length > 0;
  return (
    <>
      <PageHeader
        title={titleOf(request)}
        back={back}
        badge={
          <span data-testid="request-status">
            <RequestStatus request={request} />
          </span>
        }
        description={
          <>
            Code {displayCode(request.unique_code)}, created <Time value={request.created_at} />
          </>
        }
        actions={
          <RequestActions
            request={request}
            isUnsubscribed={detail.is_unsubscribed}
            isOptedOut={detail.is_opted_out}
            keepsPhotos={detail.keeps_photos}
            onLeaving={onLeaving}
          />
        }
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          {request.status === 'in_progress' && !waits && <InProgress request={request} />}
          <ReviewSection request={request} />
          {isOpen && <Share request={request} />}
          {hasPhotos && <Received request={request} />}
          <Answers request={request} />
          {request.superseded_items.length > 0 && <EarlierRounds request={request} />}
          {(request.status === 'expired' || request.status === 'canceled') && (
            <Ended
              status={request.status}
              unsent={request.unsent_photos}
              isAgain={isSentBack(request)}
              isKept={detail.keeps_photos}
            />
          )}
          <Section title="Requested photos">
            <Wish asked={request} />
          </Section>
          <Section title="Notes and activity">
            {can('member') && <NoteForm requestId={request.id} />}
            <RequestTimeline requestId={request.id} entries={timeline} />
          </Section>
        </div>
        <div className={styles.column}>
          <Section title="Details">
            <AssigneeField request={request} />
            <RequestFacts
              request={request}
              isUnsubscribed={detail.is_unsubscribed}
              isOptedOut={detail.is_opted_out}
            />
          </Section>
          <RemindersSection detail={detail} isOpen={isOpen} />
          {request.submitted_at !== null && <ArchivedSection requestId={request.id} />}
        </div>
      </div>
    </>
  );
}

function Received({ request }: { request: PhotoRequestDetail['request'] }) {
  const { items, submitted_at, held_at } = request;
  return (
    <Section
      title={photoCount(items.length)}
      actions={submitted_at === null ? undefined : <DownloadButtons request={request} />}
      description={
        submitted_at === null || isHeld(request) ? (
          <>
            Sent <Time value={held_at} />
          </>
        ) : (
          <>
            Submitted <Time value={submitted_at} />
          </>
        )
      }
    >
      <Photos request={request} />
    </Section>
  );
}

/** Kept, but out of the way: what counts is above. */
function EarlierRounds({ request }: { request: PhotoRequestDetail['request'] }) {
  return (
    <Section
      title="Earlier rounds"
      description="Your customer took these photos again. They stay here for reference."
    >
      <EarlierPhotos request={request} />
    </Section>
  );
}

function photoCount(count: number): string {
  return count === 1 ? '1 photo' : `${count} photos`;
}

function Share({ request }: { request: PhotoRequestDetail['request'] }) {
  const isNew = (useLocation().state as { created?: boolean } | null)?.created === true;
  return (
    <Section title={shareTitle(isNew, isSentBack(request))} description={shareText(request)}>
      <ShareBox
        url={request.request_url}
        code={request.unique_code}
        codeEntryUrl={request.code_entry_url}
        text={request.instructions}
        recipient={request.recipient_email}
        phone={request.recipient_phone}
        locale={request.locale}
      />
    </Section>
  );
}

function shareTitle(isNew: boolean, isAgain: boolean): string {
  if (isAgain) return 'Share the link again';
  return isNew ? 'Request created. Share it with your customer' : 'Share with your customer';
}

const PHONED = {
  queued: 'We’re sending the link to',
  sent: 'We sent the link to',
  delivered: 'We sent the link to',
  failed: 'We couldn’t send the link to',
};

function shareText(request: PhotoRequestDetail['request']): string {
  const { email_status, recipient_email, sms_status, recipient_phone } = request;
  if (sms_status !== null && (email_status === null || email_status === 'failed'))
    return `${PHONED[sms_status]} ${recipient_phone}. You can also share it yourself.`;
  switch (email_status) {
    case null:
      return 'Send the link any way you like, or let them scan the QR code.';
    case 'failed':
      return `We couldn’t email the link to ${recipient_email}. Share it yourself instead.`;
    case 'queued':
      return `We’re emailing the link to ${recipient_email}. You can also share it yourself.`;
    case 'sent':
      return `We emailed the link to ${recipient_email}. You can also share it yourself.`;
  }
}

function InProgress({ request }: { request: PhotoRequestDetail['request'] }) {
  return (
    <Alert
      color="accent"
      icon={<Icon name="camera" />}
      title={progressText(request)}
      role="status"
      data-testid="progress"
    >
      {request.wanted_photos === 0
        ? 'You’ll see the answers as soon as your customer sends them.'
        : 'You’ll see the photos as soon as your customer sends them.'}
    </Alert>
  );
}

interface EndedProps {
  status: 'expired' | 'canceled';
  unsent: number;
  /** Only the photos that were asked for again did not come. */
  isAgain: boolean;
  /** What was not sent is still there. */
  isKept: boolean;
}

function Ended({ status, unsent, isAgain, isKept }: EndedProps) {
  const { can } = useWorkspace();
  return (
    <Alert
      color="gray"
      icon={<Icon name="info" />}
      title={status === 'expired' ? 'Expired' : 'Canceled'}
      data-testid="ended"
    >
      {isAgain ? endedAgainText(unsent, isKept) : endedText(status, unsent, isKept)}
      {status === 'expired' && can('member') && ' Reopen it to let the same link work again.'}
    </Alert>
  );
}
