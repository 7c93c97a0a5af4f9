import { type CustomerPage, openAsCustomer } from './screenshot-customer.ts';
import type { Subject } from './screenshot-photos.ts';
import { CLOSED_CLAIM } from './screenshot-receiver.ts';
import { expectSuccess, NOW, type Site } from './screenshot-site.ts';
import { CAR, RECIPIENTS, REVIEWED_CAR, WISHES, type Wish } from './screenshot-wishes.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const BERLIN: [number, number] = [52.5163, 13.3777];

/** Something that happens at its time. */
export interface Moment {
  at: number;
  run(): Promise<unknown>;
}

interface CreatedRequest {
  id: string;
  request_url: string;
}

export interface Stage {
  site: Site;
  photos: Record<Subject, Buffer[]>;
  /** Of the backend that asks for most photos. */
  key: () => string;
  /** The requests that have pictures of their own. */
  found: { submitted: string; waiting: string; reviewed: string };
}

type End = 'submitted' | 'in_progress' | 'viewed' | 'pending' | 'canceled';

interface Plan {
  at: number;
  wish: Wish;
  subject: Subject;
  number: number;
  end: End;
  viewedAfter: number;
}

/** One request from its making to its end, each step at its time. */
export function requestMoments(stage: Stage, plan: Plan, name?: keyof Stage['found']): Moment[] {
  const { api } = stage.site;
  const { at, wish, subject, number, end, viewedAfter } = plan;
  let created: CreatedRequest = { id: '', request_url: '' };
  let page: CustomerPage | undefined;
  const moments: Moment[] = [];
  const then = (after: number, run: Moment['run']) => moments.push({ at: at + after, run });
  const shown = stage.photos[subject];
  const place: [number, number] = [BERLIN[0] + number * 0.0007, BERLIN[1] - number * 0.0011];

  then(0, async () => {
    created = await ask(stage, wish, number);
    if (name !== undefined) stage.found[name] = created.id;
  });
  if (end === 'canceled')
    then(3 * HOUR, () => api.call('POST', `/v1/photo-requests/${created.id}/cancel`, { key: stage.key() }));
  if (end === 'pending' || end === 'canceled') return moments;
  then(viewedAfter, async () => {
    page = await openAsCustomer(api, 'request', created.request_url);
  });
  if (end === 'viewed') return moments;
  const taken = end === 'submitted' ? shown : shown.slice(0, 1);
  then(viewedAfter + MINUTE, () => page?.photograph(taken, number % 4 === 0 ? undefined : place) ?? never());
  if (end === 'submitted') then(viewedAfter + 3 * MINUTE, () => page?.submit(wish.answers) ?? never());
  return moments;
}

async function ask(stage: Stage, wish: Wish, number: number): Promise<CreatedRequest> {
  const recipient = number % 3 === 2 ? {} : { recipient_email: RECIPIENTS[number % RECIPIENTS.length] };
  const response = await stage.site.api.call('POST', '/v1/photo-requests', {
    key: stage.key(),
    body: {
      instructions: wish.instructions,
      photo_slots: wish.slots.map((instructions) => ({ instructions, is_required: true })),
      external_id: number === 17 ? CLOSED_CLAIM : `${wish.prefix}-${20_400 + number}`,
      ...(wish.hours === undefined ? {} : { expires_in_hours: wish.hours }),
      ...(wish.isReviewed === true ? { requires_review: true } : {}),
      ...(wish.questions === undefined ? {} : { questions: wish.questions }),
      ...(wish.metadata === undefined ? {} : { metadata: wish.metadata }),
      ...recipient,
      send_email: 'recipient_email' in recipient && number % 2 === 0,
    },
  });
  return expectSuccess(response, 'request').json().data;
}

/** Thirty days of work: quiet weekends, busy Mondays. The last hours are told one by one. */
export function monthOfRequests(stage: Stage): Moment[] {
  const moments: Moment[] = [];
  let number = 0;
  for (let day = 30; day >= 1; day -= 1) {
    const weekday = new Date(NOW - day * DAY).getUTCDay();
    const isWeekend = weekday === 0 || weekday === 6;
    const count = isWeekend ? day % 2 : 2 + ((day * 7) % 3) + (weekday === 1 ? 1 : 0);
    for (let index = 0; index < count; index += 1) {
      const wish = WISHES[number % WISHES.length] ?? CAR;
      const subject = wish.subjects[(number >> 1) % wish.subjects.length] ?? 'blueCar';
      const at = NOW - day * DAY + (index * 2.3 - 4.4) * HOUR + ((number * 17) % 50) * MINUTE;
      const end = endOf(number, day);
      moments.push(
        ...requestMoments(stage, {
          at,
          wish,
          subject,
          number,
          end,
          viewedAfter: 9 * MINUTE + ((number * 37) % 170) * MINUTE,
        }),
      );
      number += 1;
    }
  }
  return [...moments, ...today(stage, number)];
}

function endOf(number: number, daysAgo: number): End {
  if (number % 13 === 5) return 'canceled';
  if (number % 6 === 4) return 'pending';
  if (daysAgo < 4 && number % 5 === 1) return 'viewed';
  if (daysAgo < 3 && number % 5 === 3) return 'in_progress';
  return 'submitted';
}

function today(stage: Stage, first: number): Moment[] {
  const [car, parcel, ceiling, meter] = WISHES as [Wish, Wish, Wish, Wish];
  const plan = (
    minutesAgo: number,
    wish: Wish,
    subject: Subject,
    end: End,
    viewedAfter: number,
    number: number,
  ) => ({
    at: NOW - minutesAgo * MINUTE,
    wish,
    subject,
    end,
    viewedAfter: viewedAfter * MINUTE,
    number: first + number,
  });
  return [
    ...requestMoments(stage, plan(290, parcel, 'parcel', 'submitted', 31, 0)),
    ...requestMoments(stage, plan(241, meter, 'otherMeter', 'submitted', 52, 1)),
    ...requestMoments(stage, plan(188, ceiling, 'ceiling', 'submitted', 74, 2)),
    ...requestMoments(stage, plan(133, car, 'silverCar', 'in_progress', 96, 3)),
    ...requestMoments(stage, plan(97, car, 'redCar', 'submitted', 41, 4)),
    ...requestMoments(stage, plan(86, REVIEWED_CAR, 'greenCar', 'submitted', 33, 5)),
    ...requestMoments(stage, plan(64, car, 'blueCar', 'submitted', 57, 6), 'submitted'),
    ...requestMoments(stage, plan(51, REVIEWED_CAR, 'silverCar', 'submitted', 20, 7), 'reviewed'),
    ...requestMoments(stage, plan(38, meter, 'meter', 'viewed', 12, 8)),
    ...requestMoments(stage, plan(9, car, 'greenCar', 'viewed', 5, 9), 'waiting'),
  ];
}

/** Lets everything happen in its order; emails and webhooks go out on the way. */
export async function tell(site: Site, moments: Moment[]): Promise<void> {
  for (const { at, run } of moments.toSorted((a, b) => a.at - b.at)) {
    if (at > NOW) continue;
    site.clock.set(at);
    await run();
    await site.api.services.photoRequests.expireOverdue();
    await site.settle();
  }
  site.clock.set(NOW);
}

function never(): never {
  throw new Error('The customer has not opened the page yet');
}
