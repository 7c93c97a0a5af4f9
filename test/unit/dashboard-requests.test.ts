import { describe, expect, it } from 'vitest';
import type { TimelineEntry } from '../../src/photo-requests/timeline.ts';
import { bodyOf, EMPTY_DRAFT } from '../../web/dashboard/pages/photo-requests/create/new-request.ts';
import { nameOf } from '../../web/dashboard/pages/photo-requests/detail/file-name.ts';
import { placeOf, sizeText } from '../../web/dashboard/pages/photo-requests/detail/photo-text.ts';
import { timelineItems } from '../../web/dashboard/pages/photo-requests/detail/timeline-items.ts';
import { panBy, WHOLE, zoomAt } from '../../web/dashboard/pages/photo-requests/detail/zoom.ts';
import {
  addressOf,
  filtersOf,
  NO_FILTERS,
  queryOf,
} from '../../web/dashboard/pages/photo-requests/list/list-filters.ts';
import { accentVariables } from '../../web/dashboard/pages/photo-requests/parts/accent-variables.ts';
import { hoursOf } from '../../web/dashboard/pages/photo-requests/parts/lifetime.ts';
import { moveItem, placeAt } from '../../web/dashboard/pages/photo-requests/parts/list-order.ts';
import { stableAddress } from '../../web/dashboard/pages/photo-requests/parts/photo-addresses.ts';
import { qrPath } from '../../web/dashboard/pages/photo-requests/parts/qr-path.ts';
import { draftSlots } from '../../web/dashboard/pages/photo-requests/parts/slots.ts';
import { momentOf, wallTime } from '../../web/dashboard/pages/photo-requests/parts/zoned-time.ts';

describe('the filters of the list', () => {
  it('should survive the way into the address and back', () => {
    const filters = {
      status: 'submitted',
      type: '',
      warnings: 'true',
      assignee: 'me',
      from: '2026-11-01',
      to: '',
      search: 'claim 4711',
    } as const;
    expect(filtersOf(addressOf(filters))).toEqual(filters);
  });

  it('should ignore what no filter can be', () => {
    const address = new URLSearchParams(
      'status=lost&type=weekly&warnings=maybe&from=yesterday&to=2026-99-99',
    );
    expect(filtersOf(address)).toEqual(NO_FILTERS);
  });

  it('should take whole days of the workspace, both ends included', () => {
    const filters = filtersOf(new URLSearchParams('from=2026-03-29&to=2026-03-29'));
    // The day on which the clocks go forward has 23 hours in Berlin.
    expect(queryOf(filters, 'Europe/Berlin')).toMatchObject({
      created_after: '2026-03-28T23:00:00Z',
      created_before: '2026-03-29T22:00:00Z',
    });
  });
});

describe('times of a zone', () => {
  it.each(['Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'])(
    'should come back from the wall clock of %s',
    (zone) => {
      for (const at of [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1, 23, 45), Date.UTC(2026, 9, 25, 3)])
        expect(momentOf(wallTime(at, zone), zone)).toBe(at);
    },
  );

  it('should hold within the hour before the clocks change', () => {
    const at = Date.UTC(2026, 2, 29, 0, 30);
    expect(wallTime(at, 'Europe/Berlin')).toBe('2026-03-29T01:30');
    expect(momentOf('2026-03-29T01:30', 'Europe/Berlin')).toBe(at);
  });

  it('should have none for what is no time', () => {
    expect(momentOf('soon', 'UTC')).toBeNull();
  });
});

describe('slots', () => {
  const slots = draftSlots(['a', 'b', 'c'].map((instructions) => ({ instructions, is_required: true })));
  const order = (moved: typeof slots) => moved.map(({ instructions }) => instructions).join('');

  it('should move up and down, and stay at the ends', () => {
    expect(order(moveItem(slots, 0, 2))).toBe('bca');
    expect(order(moveItem(slots, 2, 0))).toBe('cab');
    expect(moveItem(slots, 0, -1)).toBe(slots);
    expect(moveItem(slots, 2, 3)).toBe(slots);
  });

  it('should change places when the pointer passes the middle of another', () => {
    const middles = [25, 75, 125];
    expect(placeAt(70, middles, 0)).toBe(0);
    expect(placeAt(80, middles, 0)).toBe(1);
    expect(placeAt(500, middles, 0)).toBe(2);
    expect(placeAt(20, middles, 2)).toBe(0);
  });
});

describe('a new request', () => {
  it('should send no email field at all where the plan has none', () => {
    const draft = { ...EMPTY_DRAFT, instructions: ' Photos ', recipient_email: 'a@example.com' };
    expect(bodyOf(draft, { withEmail: false, canSend: true })).toEqual({
      instructions: 'Photos',
      expires_in_hours: 168,
      locale: 'en',
    });
    expect(bodyOf(draft, { withEmail: true, canSend: false })).toMatchObject({
      recipient_email: 'a@example.com',
      send_email: false,
    });
  });

  it('should count days of one’s own as hours', () => {
    expect(hoursOf({ ...EMPTY_DRAFT, lifetime: 'own', ownNumber: 3, ownUnit: 'days' })).toBe(72);
  });
});

describe('the view of a photo', () => {
  const picture = { width: 4000, height: 3000 };
  const stage = { width: 800, height: 600 };

  it('should keep what lies under the pointer where it is', () => {
    const point = { x: 100, y: -50 };
    const view = zoomAt(WHOLE, 2, point, picture, stage);
    expect(view.scale).toBe(2);
    expect(point.x * 2 + view.x).toBe(point.x);
    expect(point.y * 2 + view.y).toBe(point.y);
  });

  it('should never leave the stage, nor shrink below the whole', () => {
    const close = zoomAt(WHOLE, 2, { x: 0, y: 0 }, picture, stage);
    expect(panBy(close, 9_999, -9_999, picture, stage)).toEqual({ scale: 2, x: 400, y: -300 });
    expect(zoomAt(close, 0.01, { x: 300, y: 300 }, picture, stage)).toEqual(WHOLE);
    expect(panBy(WHOLE, 50, 50, picture, stage)).toEqual(WHOLE);
  });
});

describe('the timeline', () => {
  const entry = (kind: TimelineEntry['kind'], more: Partial<TimelineEntry> = {}): TimelineEntry => ({
    at: '2026-11-15T10:00:00Z',
    kind,
    by: null,
    note: null,
    photo_id: null,
    member_note: null,
    refused: null,
    delivery: null,
    ...more,
  });

  it('should tell of photos that came together at once', () => {
    const items = timelineItems([entry('created'), entry('photo'), entry('photo'), entry('submitted')]);
    expect(items.map(({ title }) => title)).toEqual(['Created', '2 photos received', 'Submitted']);
  });

  it('should say how a webhook ended', () => {
    const delivery = {
      id: 'dlv_1',
      endpoint_id: 'whe_1',
      endpoint_name: 'Claims',
      event_type: 'photo_request.submitted',
      status: 'failed' as const,
      attempt_count: 3,
    };
    const [item] = timelineItems([entry('webhook', { delivery })]);
    expect(item).toMatchObject({
      tone: 'bad',
      title: 'Webhook failed',
      detail: 'photo_request.submitted to Claims, 3 attempts',
    });
  });
});

describe('what is shown of a photo', () => {
  it('should lead to its place on the map', () => {
    expect(placeOf({ captured_at: '', gps_lat: 52.52, gps_lng: -13.405, gps_accuracy: 11.2 })).toEqual({
      text: '52.52000, -13.40500 (within 12 m)',
      mapUrl: 'https://www.openstreetmap.org/?mlat=52.52000&mlon=-13.40500#map=17/52.52000/-13.40500',
    });
    expect(placeOf({ captured_at: '' })).toBeNull();
  });

  it('should keep its address while that is valid, and take a new one before it ends', () => {
    const link = (expires: number) =>
      `https://photos.example/photos/photo_x.jpg?expires=${expires}&signature=s`;
    const first = stableAddress(link(10_000), 0);
    expect(stableAddress(link(20_000), 1_000_000)).toBe(first);
    expect(stableAddress(link(20_000), 9_900_000)).toContain('expires=20000');
  });

  it('should write sizes and file names as people read them', () => {
    expect([sizeText(400), sizeText(380_000), sizeText(2_449_000)]).toEqual(['1 KB', '380 KB', '2.4 MB']);
    expect(nameOf('attachment; filename="a_.zip"; filename*=UTF-8\'\'a%C3%A4.zip')).toBe('aä.zip');
    expect(nameOf('attachment; filename="K7MWQ2RX.zip"')).toBe('K7MWQ2RX.zip');
  });
});

describe('what customers see', () => {
  it('should draw neighboring dark squares as one', () => {
    expect(qrPath([[true, true, false, true]])).toBe('M0 0h2v1h-2zM3 0h1v1h-1z');
  });

  it('should have a readable accent whatever the brand color is', () => {
    expect(accentVariables(null)).toMatchObject({ '--accent': '#0b6170', '--on-accent': '#ffffff' });
    expect(accentVariables('#ffee00')).toMatchObject({ '--accent': '#ffee00', '--on-accent': '#000000' });
  });
});
