import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { PhotoRequestDetail } from '../../../../../src/photo-requests/web-schema.ts';
import { displayCode } from '../../../../../src/shared/short-code.ts';
import { useWorkspaceQuery } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { ErrorState, Icon, PageHeader, PageSkeleton, Section, Time } from '../../../components/index.ts';
import { HeldDecision } from '../parts/held-decision.tsx';
import { endedText, progressText } from '../parts/progress.ts';
import { isHeld, RequestStatus } from '../parts/request-columns.tsx';
import { titleOf } from '../parts/request-title.ts';
import { ShareBox } from '../parts/share-box.tsx';
import { Wish } from '../parts/wish.tsx';
import { RequestActions } from './actions.tsx';
import styles from './detail.module.css';
import { DownloadButtons } from './downloads.tsx';
import { Photos } from './photos.tsx';
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
  const waits = isHeld(request);
  const isOpen = !waits && (request.status === 'pending' || request.status === 'in_progress');
  const isSubmitted = request.status === 'submitted';
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
        actions={<RequestActions request={request} onLeaving={onLeaving} />}
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          {request.status === 'in_progress' && !waits && <InProgress request={request} />}
          {waits && <Held request={request} />}
          {isOpen && <Share request={request} />}
          {isSubmitted && <Received request={request} />}
          {(request.status === 'expired' || request.status === 'canceled') && (
            <Ended status={request.status} unsent={request.unsent_photos} />
          )}
          <Section title="Requested photos">
            <Wish asked={request} />
          </Section>
          <Section title="Activity">
            <RequestTimeline entries={timeline} />
          </Section>
        </div>
        <div className={styles.column}>
          <Section title="Details">
            <RequestFacts request={request} />
          </Section>
        </div>
      </div>
    </>
  );
}

function Received({ request }: { request: PhotoRequestDetail['request'] }) {
  return (
    <Section
      title={photoCount(request.items.length)}
      actions={<DownloadButtons request={request} />}
      description={
        <>
          Submitted <Time value={request.submitted_at} />
        </>
      }
    >
      <Photos request={request} />
    </Section>
  );
}

function Held({ request }: { request: PhotoRequestDetail['request'] }) {
  return (
    <Section
      title="Waiting for review"
      actions={
        <HeldDecision id={request.id}>
          Its photos are permanently deleted and the request is canceled. The customer isn’t notified.
        </HeldDecision>
      }
      description={
        <>
          Sent <Time value={request.held_at} />. A check warned of a photo. Approve the submission to count it
          and call your webhook. If no one decides, it expires <Time value={request.expires_at} />.
        </>
      }
    >
      <Photos request={request} />
    </Section>
  );
}

function photoCount(count: number): string {
  return count === 1 ? '1 photo' : `${count} photos`;
}

function Share({ request }: { request: PhotoRequestDetail['request'] }) {
  const isNew = (useLocation().state as { created?: boolean } | null)?.created === true;
  return (
    <Section
      title={isNew ? 'Request created. Share it with your customer' : 'Share with your customer'}
      description={shareText(request)}
    >
      <ShareBox
        url={request.request_url}
        code={request.unique_code}
        codeEntryUrl={request.code_entry_url}
        text={request.instructions}
        recipient={request.recipient_email}
      />
    </Section>
  );
}

function shareText({ email_status, recipient_email }: PhotoRequestDetail['request']): string {
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
      You’ll see the photos as soon as your customer sends them.
    </Alert>
  );
}

function Ended({ status, unsent }: { status: 'expired' | 'canceled'; unsent: number }) {
  const { can } = useWorkspace();
  return (
    <Alert
      color="gray"
      icon={<Icon name="info" />}
      title={status === 'expired' ? 'Expired' : 'Canceled'}
      data-testid="ended"
    >
      {endedText(status, unsent)}
      {status === 'expired' && can('member') && ' Extend it to reopen the same link.'}
    </Alert>
  );
}
