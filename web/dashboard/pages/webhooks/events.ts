import type { EventType } from '../../../../src/webhooks/outbox/event-types.ts';
import type { Endpoint } from './types.ts';

const TEXTS: Record<EventType, string> = {
  'photo_request.submitted': 'A customer submitted photos through a request or a permanent link.',
  'photo_submission.created': 'A customer submitted photos through a permanent link.',
  'photo_request.created': 'A request was created.',
  'photo_request.first_viewed': 'The customer opened the page for the first time.',
  'photo_request.viewed': 'The customer opened the page, for the first time or after you asked for changes.',
  'photo_request.reminded': 'The customer was reminded by email.',
  'photo_request.approved': 'Your team approved a submission.',
  'photo_request.changes_requested': 'Your team asked the customer to take some photos again.',
  'photo_request.rejected': 'Your team rejected a submission.',
  'photo_request.canceled': 'A request was canceled.',
  'photo_request.expired': 'A request expired without photos.',
  'photo_request.deleted': 'A request and its photos were deleted.',
};

export const EVENTS = (Object.keys(TEXTS) as EventType[]).map((event) => ({ event, text: TEXTS[event] }));

export const SERVES: { value: Endpoint['serves']; label: string; description: string }[] = [
  {
    value: 'both',
    label: 'Live and test',
    description: 'The X-Webhook-Environment header tells them apart.',
  },
  { value: 'live', label: 'Live only', description: 'Real customer activity.' },
  { value: 'test', label: 'Test only', description: 'For development.' },
];

export function nameOfServes(serves: Endpoint['serves']): string {
  return SERVES.find(({ value }) => value === serves)?.label ?? serves;
}
