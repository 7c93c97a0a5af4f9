/** What an endpoint can subscribe to. */
export const EVENT_TYPES = [
  'photo_request.submitted',
  'photo_submission.created',
  'photo_request.created',
  'photo_request.first_viewed',
  'photo_request.viewed',
  'photo_request.reminded',
  'photo_request.approved',
  'photo_request.changes_requested',
  'photo_request.rejected',
  'photo_request.canceled',
  'photo_request.expired',
  'photo_request.deleted',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What happens to a request apart from its submission. */
export type ChangeType = Exclude<EventType, 'photo_request.submitted' | 'photo_submission.created'>;

/** Sent on demand, whatever an endpoint subscribes to. */
export const TEST_EVENT = 'webhook.test';
