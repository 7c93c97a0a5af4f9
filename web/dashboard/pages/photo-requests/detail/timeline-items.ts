import type { TimelineEntry } from '../../../../../src/photo-requests/timeline.ts';
import { CHECK_NAMES } from '../../../components/check-names.ts';

type TimelineIcon =
  | 'plus'
  | 'mail'
  | 'phone'
  | 'users'
  | 'note'
  | 'eye'
  | 'camera'
  | 'check'
  | 'clock'
  | 'close'
  | 'image'
  | 'webhook';
export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'quiet';

export interface TimelineItem {
  key: string;
  at: string;
  icon: TimelineIcon;
  tone: Tone;
  title: string;
  detail: string | null;
  /** The endpoint whose log tells more. */
  endpointId: string | null;
  /** What a member wrote. */
  memberNote?: MemberNote;
}

export type MemberNote = NonNullable<TimelineEntry['member_note']>;

type Delivery = NonNullable<TimelineEntry['delivery']>;

const PLAIN: Record<
  Exclude<TimelineEntry['kind'], 'photo' | 'refused' | 'webhook' | 'note'>,
  { icon: TimelineIcon; tone: Tone; title: string }
> = {
  created: { icon: 'plus', tone: 'calm', title: 'Created' },
  email_queued: { icon: 'mail', tone: 'calm', title: 'Sending email' },
  email_sent: { icon: 'mail', tone: 'good', title: 'Email sent' },
  email_failed: { icon: 'mail', tone: 'bad', title: 'Email couldn’t be delivered' },
  phone_queued: { icon: 'phone', tone: 'calm', title: 'Sending message' },
  phone_sent: { icon: 'phone', tone: 'good', title: 'Message sent' },
  phone_delivered: { icon: 'phone', tone: 'good', title: 'Message delivered' },
  phone_failed: { icon: 'phone', tone: 'bad', title: 'Message couldn’t be delivered' },
  reminded: { icon: 'mail', tone: 'good', title: 'Reminder sent' },
  viewed: { icon: 'eye', tone: 'calm', title: 'Opened by the customer' },
  held: { icon: 'eye', tone: 'warn', title: 'Held for review' },
  approved: { icon: 'check', tone: 'good', title: 'Approved' },
  rejected: { icon: 'close', tone: 'bad', title: 'Rejected' },
  submitted: { icon: 'check', tone: 'good', title: 'Submitted' },
  changes_requested: { icon: 'camera', tone: 'calm', title: 'Changes requested' },
  expired: { icon: 'clock', tone: 'quiet', title: 'Expired' },
  canceled: { icon: 'close', tone: 'quiet', title: 'Canceled' },
  extended: { icon: 'clock', tone: 'calm', title: 'Extended' },
  assigned: { icon: 'users', tone: 'calm', title: 'Assigned' },
  unassigned: { icon: 'users', tone: 'quiet', title: 'Assignment ended' },
  reopened: { icon: 'clock', tone: 'calm', title: 'Reopened' },
};

const OUTCOMES: Record<Delivery['status'], { tone: Tone; title: string }> = {
  due: { tone: 'calm', title: 'Sending webhook' },
  held: { tone: 'warn', title: 'Webhook on hold' },
  delivered: { tone: 'good', title: 'Webhook delivered' },
  failed: { tone: 'bad', title: 'Webhook failed' },
  blocked: { tone: 'bad', title: 'Webhook blocked' },
};

/** Photos that came one after the other are one thing that happened. */
export function timelineItems(entries: TimelineEntry[]): TimelineItem[] {
  const items: TimelineItem[] = [];
  let photos = 0;
  for (const [index, entry] of entries.entries()) {
    photos = entry.kind === 'photo' ? photos + 1 : 0;
    const item = itemOf(entry, `${index}`, photos);
    if (photos > 1) items[items.length - 1] = item;
    else items.push(item);
  }
  return items;
}

function itemOf(entry: TimelineEntry, key: string, photos: number): TimelineItem {
  const { at, kind, by, note, refused, delivery } = entry;
  if (kind === 'photo') {
    const title = photos === 1 ? 'Photo received' : `${photos} photos received`;
    return { key, at, icon: 'image', tone: 'calm', title, detail: null, endpointId: null };
  }
  if (kind === 'refused') {
    const title = `Customer asked to take photo ${(refused?.slot_index ?? 0) + 1} again`;
    const detail = (refused?.checks ?? []).map((check) => CHECK_NAMES[check]).join(', ');
    return { key, at, icon: 'image', tone: 'warn', title, detail, endpointId: null };
  }
  if (kind === 'note') {
    const title = by ?? '';
    const written = entry.member_note === null ? {} : { memberNote: entry.member_note };
    return { key, at, icon: 'note', tone: 'calm', title, detail: null, endpointId: null, ...written };
  }
  if (kind === 'webhook') return { key, at, icon: 'webhook', ...webhook(delivery) };
  if (kind === 'reminded') {
    const detail = by === null ? reminderDetail(note) : `by ${by}`;
    return { key, at, ...PLAIN[kind], detail, endpointId: null };
  }
  const detail = kind === 'assigned' ? `to ${note} by ${by}` : detailOf(by, note);
  return { key, at, ...PLAIN[kind], detail, endpointId: null };
}

function detailOf(by: string | null, note: string | null): string | null {
  return by === null ? note : `by ${by}${note === null ? '' : `: ${note}`}`;
}

function reminderDetail(occasion: string | null): string | null {
  if (occasion === 'not_opened') return 'The link had not been opened';
  if (occasion === 'not_submitted') return 'The photos had not been submitted';
  return occasion === 'before_expiry' ? 'Before the request expires' : 'By API';
}

function webhook(delivery: Delivery | null) {
  if (delivery === null) return { tone: 'quiet' as const, title: 'Webhook', detail: null, endpointId: null };
  const { status, event_type, endpoint_name, endpoint_id, attempt_count } = delivery;
  const attempts = attempt_count > 1 ? `, ${attempt_count} attempts` : '';
  return {
    ...OUTCOMES[status],
    detail: `${event_type} to ${endpoint_name}${attempts}`,
    endpointId: endpoint_id,
  };
}
