import type { Overview, OverviewSubmission, OverviewWaiting } from '../../../src/overview/schema.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><rect width="12" height="8" fill="#7fa8b8"/><path d="M0 8l4-5 3 3 2-2 3 4z" fill="#2f5d6e"/><circle cx="9" cy="2" r="1" fill="#ffe2a0"/></svg>';

const SUBJECTS = [
  'claim-4711',
  'claim-4709',
  'Please photograph the damage to your car from all sides',
  'Return 20931',
  'claim-4702',
  'Handover flat 3B',
];

const PLAN: Overview['plan'] = {
  id: 'professional',
  name: 'Professional',
  email_enabled: true,
  api_enabled: true,
  photos_limit: 5_000,
  photos_per_request: 50,
  permanent_links_limit: 10,
  api_keys_limit: 5,
};

/** An overview with so many submissions; null for a workspace where nothing has happened. */
export function overviewOf(submissions: number | null): Overview {
  const busy = submissions !== null;
  const now = Date.now();
  return {
    time_zone: 'Europe/Berlin',
    plan: PLAN,
    usage: {
      photos_used: busy ? 3_218 : 0,
      photos_limit: 5_000,
      photos_remaining: busy ? 1_782 : 5_000,
      is_lifetime_quota: false,
      billing_period_start: new Date(now - 14 * DAY_MS).toISOString(),
      billing_period_end: new Date(now + 16 * DAY_MS).toISOString(),
    },
    drafts: busy ? { count: 3, bytes: 12_400_000 } : { count: 0, bytes: 0 },
    held: { photo_requests: 0, permanent_links: 0 },
    photo_requests: busy
      ? { pending: 38, in_progress: 6, submitted: 214, expired: 17, canceled: 3 }
      : { pending: 0, in_progress: 0, submitted: 0, expired: 0, canceled: 0 },
    days: Array.from({ length: 30 }, (_, index) => dayOf(now, index, busy)),
    has_own_requests: busy,
    newest_submissions: Array.from({ length: submissions ?? 0 }, (_, index) => submissionOf(now, index)),
    waiting_requests: busy ? SUBJECTS.slice(0, 5).map((_, index) => waitingOf(now, index)) : [],
  };
}

function dayOf(now: number, index: number, busy: boolean): Overview['days'][number] {
  const date = new Date(now - (29 - index) * DAY_MS).toISOString().slice(0, 10);
  if (!busy) return { date, requests: 0, submissions: 0, photos: 0 };
  const weekend = [0, 6].includes(new Date(date).getUTCDay());
  const requests = Math.round((weekend ? 3 : 9) + 4 * Math.sin(index * 1.7));
  const submitted = Math.max(0, requests - 2);
  return {
    date,
    requests: Math.max(0, requests),
    submissions: submitted,
    photos: submitted * 4 + (index % 3),
  };
}

function submissionOf(now: number, index: number): OverviewSubmission {
  return {
    id: `pr_submitted_${index}`,
    type: 'one_time',
    unique_code: `ABCD-23${40 + index}`,
    instructions: SUBJECTS[index % SUBJECTS.length] ?? '',
    external_id: null,
    permanent_link_id: null,
    submitted_at: new Date(now - index * 1.7 * HOUR_MS - 120_000).toISOString(),
    photo_count: (index % 4) + 1,
    thumbnail_urls: Array.from(
      { length: (index % 4) + 1 },
      (_, at) => `http://public.example/picture?${index}-${at}`,
    ),
  };
}

function waitingOf(now: number, index: number): OverviewWaiting {
  return {
    id: `pr_waiting_${index}`,
    unique_code: `WXYZ-56${70 + index}`,
    status: index === 1 ? 'in_progress' : 'pending',
    instructions: SUBJECTS[index] ?? '',
    external_id: index % 2 === 0 ? `claim-48${index}2` : null,
    recipient_email: index % 2 === 0 ? `customer${index}@example.com` : null,
    created_at: new Date(now - (index + 1) * 5 * HOUR_MS).toISOString(),
    first_viewed_at: index < 3 ? new Date(now - index * HOUR_MS).toISOString() : null,
    expires_at: new Date(now + (index + 1) * 20 * HOUR_MS).toISOString(),
    unsent_photos: index === 1 ? 1 : 0,
    wanted_photos: 2,
  };
}
