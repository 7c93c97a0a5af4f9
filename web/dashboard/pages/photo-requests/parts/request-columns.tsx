import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import type { ShownPhotoRequest } from '../../../../../src/photo-requests/web-schema.ts';
import { displayCode } from '../../../../../src/shared/short-code.ts';
import { labelOf } from '../../../api/member-label.ts';
import { type Column, Icon, type IconName, StatusBadge, Time } from '../../../components/index.ts';
import { REVIEW_STATES } from '../review/review-state.ts';
import { isHeld } from './held.ts';
import { stableAddress } from './photo-addresses.ts';
import { progressOf } from './progress.ts';
import styles from './request-columns.module.css';
import { titleOf } from './request-title.ts';

const ICONS: Record<PhotoRequest['status'], IconName> = {
  pending: 'clock',
  in_progress: 'camera',
  submitted: 'image',
  expired: 'history',
  canceled: 'close',
};

/** One line of a list of requests. */
export const requestColumns: Column<ShownPhotoRequest>[] = [
  {
    key: 'request',
    header: 'Request',
    render: (request) => (
      <RequestTitle request={request} title={titleOf(request)}>
        <span className={styles.code}>{displayCode(request.unique_code)}</span>
        {request.recipient_email !== null && <span>{request.recipient_email}</span>}
        {request.type === 'permanent' && <span>via permanent link</span>}
        {request.assignee !== null && <Assigned assignee={request.assignee} />}
      </RequestTitle>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '9rem',
    bare: true,
    render: (request) => (
      <span className={styles.status}>
        <span className={styles.badges}>
          <RequestStatus request={request} />
          <ReviewText request={request} />
        </span>
        {request.status !== 'canceled' && (
          <span className={styles.phoneOnly}>
            {request.status === 'in_progress' && !isHeld(request) ? (
              <span className={styles.quiet}>
                {request.wanted_photos === 0 ? 'answers only' : `${progressOf(request)} taken`}
              </span>
            ) : (
              <WhatIsNext request={request} />
            )}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'photos',
    header: 'Photos',
    width: '6rem',
    align: 'end',
    hideOnPhone: true,
    render: (request) => <PhotoCount request={request} />,
  },
  {
    key: 'created',
    header: 'Created',
    width: '9rem',
    hideOnPhone: true,
    render: ({ created_at }) => <Time value={created_at} />,
  },
  {
    key: 'then',
    header: 'Submitted / expires',
    width: '11rem',
    hideOnPhone: true,
    render: (request) => <WhatIsNext request={request} />,
  },
];

/** Who of the team takes care of it. */
function Assigned({ assignee }: { assignee: NonNullable<ShownPhotoRequest['assignee']> }) {
  return (
    <span className={styles.assigned}>
      <Icon name="user" size={13} />
      <span className={styles.unseen}>Assigned to </span>
      {labelOf(assignee)}
    </span>
  );
}

/** The first photo, a title, and what else is to be known: how many photos came and when, if nothing else is given. */
export function RequestTitle({
  request,
  title,
  children = <Received request={request} />,
}: {
  request: PhotoRequest;
  title: string;
  children?: React.ReactNode;
}) {
  return (
    <span className={styles.request}>
      <Picture request={request} />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.under}>{children}</span>
      </span>
    </span>
  );
}

function Received({ request: { items, submitted_at } }: { request: PhotoRequest }) {
  return (
    <>
      <span>{items.length === 1 ? '1 photo' : `${items.length} photos`}</span>
      <span className={styles.phoneOnly}>
        <Time value={submitted_at} />
      </span>
    </>
  );
}

/** Those that were sent, or how many of them are taken. */
function PhotoCount({ request }: { request: ShownPhotoRequest }) {
  if (request.status === 'submitted' || isHeld(request)) return request.items.length;
  const isNone = (request.wanted_photos ?? 0) === 0 && request.unsent_photos === 0;
  return <span className={styles.quiet}>{isNone ? '–' : progressOf(request)}</span>;
}

/** Where the team's decision stands, below the status. */
function ReviewText({ request: { review } }: { request: PhotoRequest }) {
  if (review === null) return null;
  const { text, tone } = REVIEW_STATES[review.state];
  return (
    <span className={styles.review} data-tone={tone}>
      {text}
    </span>
  );
}

/** When it was submitted, or when it ends. */
function WhatIsNext({ request }: { request: PhotoRequest }) {
  const { status, submitted_at, expires_at } = request;
  if (status === 'submitted') return <Time value={submitted_at} />;
  if (isHeld(request)) return <Time value={request.held_at} />;
  if (status === 'canceled') return <span className={styles.quiet}>–</span>;
  return (
    <span className={styles.quiet}>
      {status === 'expired' ? 'expired ' : 'expires '}
      <Time value={expires_at} />
    </span>
  );
}

/** Waiting, but seen: worth knowing before one reminds anyone. */
export function RequestStatus({ request }: { request: PhotoRequest }) {
  const { status, first_viewed_at } = request;
  if (isHeld(request)) return <StatusBadge text="Held" tone="warn" />;
  if (status === 'pending' && first_viewed_at !== null) return <StatusBadge text="Opened" tone="calm" />;
  return <StatusBadge status={status} />;
}

function Picture({ request }: { request: PhotoRequest }) {
  const [first, ...others] = request.items;
  if (first === undefined)
    return (
      <span className={styles.picture}>
        <Icon name={ICONS[request.status]} size={18} />
      </span>
    );
  return (
    <span className={styles.picture} data-several={others.length > 0 || undefined}>
      <img src={stableAddress(first.thumbnail_url)} alt="" loading="lazy" decoding="async" />
    </span>
  );
}
