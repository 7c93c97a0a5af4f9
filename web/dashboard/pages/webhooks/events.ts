import type { EventType } from '../../../../src/webhooks/outbox/event-types.ts';
import type { Endpoint } from './types.ts';

const TEXTS: Record<EventType, string> = {
  'photo_request.submitted': 'A customer has submitted photos, by a request or a permanent link.',
  'photo_submission.created': 'The same, for permanent links only.',
  'photo_request.created': 'A request was made.',
  'photo_request.first_viewed': 'The customer opened the page for the first time.',
  'photo_request.expired': 'A request ran out without photos.',
  'photo_request.deleted': 'A request was deleted, and its photos with it.',
};

export const EVENTS = (Object.keys(TEXTS) as EventType[]).map((event) => ({ event, text: TEXTS[event] }));

export const SERVES: { value: Endpoint['serves']; label: string; description: string }[] = [
  { value: 'both', label: 'Live and test', description: 'X-Webhook-Environment tells them apart.' },
  { value: 'live', label: 'Live only', description: 'What real customers do.' },
  { value: 'test', label: 'Test only', description: 'For a receiver that you develop with.' },
];

export function nameOfServes(serves: Endpoint['serves']): string {
  return SERVES.find(({ value }) => value === serves)?.label ?? serves;
}
