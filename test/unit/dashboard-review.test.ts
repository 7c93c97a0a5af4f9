import { describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../src/photo-requests/schema.ts';
import type { Photo } from '../../src/photos/schema.ts';
import { acceptQuestions } from '../../src/questions/schema.ts';
import { CHANGE_REASONS } from '../../src/shared/change-reasons.ts';
import { fileNameOf } from '../../web/dashboard/pages/photo-requests/detail/photo-text.ts';
import { endedText, progressText } from '../../web/dashboard/pages/photo-requests/parts/progress.ts';
import {
  draftSlots,
  slotProblems,
  slotsToSend,
} from '../../web/dashboard/pages/photo-requests/parts/slots.ts';
import {
  askableSlots,
  changesBody,
  changesDraft,
  changesProblems,
} from '../../web/dashboard/pages/photo-requests/review/changes-draft.ts';
import {
  canBeDecided,
  conflictText,
  REASONS,
  whyText,
} from '../../web/dashboard/pages/photo-requests/review/review-state.ts';
import { actionOf, KEYS } from '../../web/dashboard/pages/review/keys.ts';
import { placeIn, queueOf, stepIn } from '../../web/dashboard/pages/review/queue.ts';
import { slot } from '../helpers/photo-slot.ts';

const photo = (slot_index: number, metadata: Partial<Photo['metadata']> = {}) =>
  ({ id: `photo_${slot_index}`, slot_index, metadata }) as Photo;
const SUBMITTED: Pick<PhotoRequest, 'photo_slots' | 'items' | 'questions' | 'review' | 'status'> = {
  photo_slots: [
    slot('The car'),
    slot('The plate', { max_photos: 2 }),
    slot('The key', { is_required: false }),
  ],
  items: [photo(0), photo(1, { quality_hint: 'dark' }), photo(1)],
  questions: [],
  review: null,
  status: 'submitted',
};

describe('what can be asked for again', () => {
  it('should be every slot, also one that stayed empty, and every photo where there are none', () => {
    const slots = askableSlots(SUBMITTED).map(({ label, photos }) => [label, photos.length]);
    expect(slots).toEqual([
      ['The car', 1],
      ['The plate', 2],
      ['The key', 0],
    ]);
    const free = askableSlots({ photo_slots: [], items: [photo(0), photo(3)] });
    expect(free.map(({ slot_index, label }) => [slot_index, label])).toEqual([
      [0, 'Photo 1'],
      [3, 'Photo 4'],
    ]);
  });

  it('should begin with the photo that is looked at, and with what the phone knows of it', () => {
    const { slots } = changesDraft(SUBMITTED, 1);
    expect(slots[1]).toEqual({ isAsked: true, reason: 'too_dark', message: '' });
    expect([slots[0]?.isAsked, slots[2]?.isAsked]).toEqual([false, false]);
  });

  it('should begin with what is asked for already', () => {
    const asked = { slot_index: 0, reason: 'glare' as const, message: 'The lamp' };
    const decided = {
      decided_at: null,
      decided_by: null,
      message: 'Once more',
      slots: [asked],
      questions: [],
    };
    const review = { state: 'changes_requested' as const, round: 1, ...decided };
    const draft = changesDraft({ ...SUBMITTED, status: 'in_progress', review }, 1);
    expect(draft.slots[0]).toEqual({ isAsked: true, reason: 'glare', message: 'The lamp' });
    expect(draft.slots[1]?.isAsked).toBe(false);
    expect(draft.message).toBe('Once more');
  });

  it('should need a photo, a reason, and words where the reason is another', () => {
    const draft = changesDraft(SUBMITTED);
    const withSlot = (reason: (typeof CHANGE_REASONS)[number] | '', message = '') => ({
      ...draft,
      slots: { ...draft.slots, 2: { isAsked: true, reason, message } },
    });
    expect(Object.keys(changesProblems(draft))).toEqual(['slots']);
    expect(Object.keys(changesProblems(withSlot('')))).toEqual(['slots.2.reason']);
    expect(Object.keys(changesProblems(withSlot('other', ' ')))).toEqual(['slots.2.message']);
    expect(changesProblems(withSlot('glare'))).toEqual({});
    expect(changesBody(withSlot('other', ' Missing '), { canMail: false })).toEqual({
      decision: 'request_changes',
      slots: [{ slot_index: 2, reason: 'other', message: 'Missing' }],
      expires_in_hours: 168,
      send_email: false,
    });
  });
});

describe('questions that are to be answered again', () => {
  const questions = acceptQuestions(
    [
      { type: 'yes_no', label: 'Injured?' },
      { type: 'number', label: 'How far?' },
    ],
    { allowsIdentifier: false },
  );

  it('should be enough without a photo, and go with what is wrong', () => {
    const draft = changesDraft({ ...SUBMITTED, questions });
    expect(changesProblems(draft).slots).toMatch(/photo or question/);
    const asked = {
      ...draft,
      questions: { ...draft.questions, q2: { isAsked: true, message: ' In miles? ' } },
    };
    expect(changesProblems(asked)).toEqual({});
    expect(changesBody(asked, { canMail: false })).toMatchObject({
      slots: [],
      questions: [{ question_id: 'q2', message: 'In miles?' }],
    });
  });

  it('should begin with those that are asked already, and then with no photo', () => {
    const decided = { decided_at: null, decided_by: null, message: null, slots: [] };
    const asked = [{ question_id: 'q1', message: 'Who?' }];
    const review = { state: 'changes_requested' as const, round: 1, ...decided, questions: asked };
    const draft = changesDraft({ ...SUBMITTED, status: 'in_progress', questions, review }, 1);
    expect(draft.questions).toEqual({
      q1: { isAsked: true, message: 'Who?' },
      q2: { isAsked: false, message: '' },
    });
    expect(draft.slots[1]?.isAsked).toBe(false);
  });
});

describe('the name of a downloaded photo', () => {
  it('should differ for two photos of one slot', () => {
    const photos = [photo(0), photo(1), photo(1)];
    expect(photos.map((one) => fileNameOf(one, photos, 'ABCD'))).toEqual([
      'ABCD-1.jpg',
      'ABCD-2.jpg',
      'ABCD-2-2.jpg',
    ]);
  });
});

describe('the state of a review', () => {
  it('should have words for every reason', () => {
    expect(Object.keys(REASONS)).toEqual([...CHANGE_REASONS]);
    expect(whyText('blurred', 'The plate.')).toBe('Blurred. The plate.');
    expect(whyText('other', 'A finger.')).toBe('A finger.');
  });

  it('should tell of a conflict by the clock of the workspace', () => {
    const said = conflictText(
      'This request was approved by a@example.com at 2026-11-17T05:10:34Z.',
      'Europe/Berlin',
    );
    expect(said).toMatch(/^This request was approved by a@example\.com at 17 Nov 2026, 06:10/);
  });

  it('should be open to a decision once something was sent, also of a request whose later round was canceled', () => {
    const at = '2026-11-17T05:10:34Z';
    expect(canBeDecided({ status: 'pending', held_at: null, submitted_at: null })).toBe(false);
    expect(canBeDecided({ status: 'in_progress', held_at: at, submitted_at: null })).toBe(true);
    expect(canBeDecided({ status: 'in_progress', held_at: null, submitted_at: at })).toBe(true);
    expect(canBeDecided({ status: 'canceled', held_at: null, submitted_at: at })).toBe(true);
    expect(canBeDecided({ status: 'canceled', held_at: at, submitted_at: null })).toBe(false);
  });

  it('should tell of photos only where photos are asked for', () => {
    expect(progressText({ unsent_photos: 1, wanted_photos: 2 })).toBe('1 of 2 photos taken so far');
    expect(progressText({ unsent_photos: 1, wanted_photos: null })).toBe('1 photo taken so far');
    expect(progressText({ unsent_photos: 0, wanted_photos: 0 })).toBe('Asked for answers only');
  });

  const REOPEN = 'If you reopen it within a few days, they can continue where they stopped.';
  const TOOK_ONE = 'Your customer took 1 photo but didn’t send it before the request expired.';
  const TOOK_TWO = 'Your customer took 2 photos but didn’t send them before the request expired.';

  it.each([
    ['expired', 0, false, 'No photos were taken before the request expired.'],
    ['expired', 1, false, `${TOOK_ONE} It was deleted.`],
    ['expired', 2, false, `${TOOK_TWO} They were deleted.`],
    ['expired', 1, true, `${TOOK_ONE} ${REOPEN}`],
    ['expired', 2, true, `${TOOK_TWO} ${REOPEN}`],
    ['canceled', 0, false, 'The customer’s link is closed.'],
    [
      'canceled',
      1,
      false,
      'The customer’s link is closed. Your customer had taken 1 photo but not sent it. It was deleted.',
    ],
    [
      'canceled',
      2,
      false,
      'The customer’s link is closed. Your customer had taken 2 photos but not sent them. They were deleted.',
    ],
  ] as const)(
    'should say of a request that is %s what became of %i unsent photos (kept: %s)',
    (status, unsent, isKept, text) => {
      expect(endedText(status, unsent, isKept)).toBe(text);
    },
  );
});

describe('the slots of a form', () => {
  it('should keep hint and numbers, and leave out what is as usual', () => {
    const slots = [slot('A'), slot('B', { hint: 'Closer', min_photos: 2, max_photos: 4 })];
    expect(slotsToSend(draftSlots(slots))).toEqual([
      { instructions: 'A', is_required: true },
      { instructions: 'B', is_required: true, hint: 'Closer', min_photos: 2, max_photos: 4 },
    ]);
  });

  it('should be refused where the server would refuse them', () => {
    const slots = draftSlots([slot('A', { min_photos: 3, max_photos: 2 }), slot('B', { max_photos: 4 })]);
    expect(Object.keys(slotProblems(slots, 6))).toEqual(['photo_slots.0.max_photos']);
    expect(Object.keys(slotProblems(slots, 5))).toContain('photo_slots');
    expect(slotProblems(draftSlots([slot('A')]), undefined)).toEqual({});
  });
});

describe('the queue of reviews', () => {
  const row = (id: string, minute: number, round = 1) => ({
    id,
    round,
    status: 'submitted' as const,
    held_at: null,
    submitted_at: `2026-11-17T05:${String(minute).padStart(2, '0')}:00Z`,
  });
  const rows = [row('c', 30), row('a', 10), row('b', 20)];
  const ids = (queue: { id: string }[]) => queue.map(({ id }) => id).join('');

  it('should begin with who waits longest, without what is done in this round', () => {
    expect(ids(queueOf(rows, new Set()))).toBe('abc');
    expect(ids(queueOf(rows, new Set(['a 1'])))).toBe('bc');
    expect(ids(queueOf([row('a', 10, 2)], new Set(['a 1'])))).toBe('a');
    const held = {
      ...row('h', 0),
      status: 'in_progress' as const,
      submitted_at: null,
      held_at: row('h', 15).submitted_at,
    };
    expect(ids(queueOf([...rows, held], new Set()))).toBe('ahbc');
  });

  it('should step to its ends and no further', () => {
    const queue = queueOf(rows, new Set());
    const first = placeIn(queue, null);
    expect(first).toEqual({ visit: 'a 1', index: 0 });
    expect(stepIn(queue, first, -1)).toEqual(first);
    expect(stepIn(queue, first, 1)).toEqual({ visit: 'b 1', index: 1 });
    expect(stepIn(queue, { visit: 'c 1', index: 2 }, 1)).toEqual({ visit: 'c 1', index: 2 });
  });

  it('should go on with what moves up, from the end with the one before, and follow what has moved', () => {
    const place = { visit: 'b 1', index: 1 };
    expect(placeIn(queueOf(rows, new Set(['b 1'])), place)?.visit).toBe('c 1');
    expect(placeIn(queueOf(rows, new Set(['b 1', 'c 1'])), place)?.visit).toBe('a 1');
    expect(placeIn(queueOf(rows, new Set(['a 1'])), place)).toEqual({ visit: 'b 1', index: 0 });
    expect(placeIn([], place)).toBeNull();
  });
});

describe('the keys of the review', () => {
  const press = (key: string, more: object = {}) =>
    actionOf({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more });

  it('should mean one thing each, in upper and lower case', () => {
    const all = KEYS.flatMap(({ keys }) => keys);
    expect(new Set(all).size).toBe(all.length);
    expect(['a', 'C', 'r', 'j', 'N', 'k', 'p', '?'].map((key) => press(key))).toEqual([
      'approve',
      'changes',
      'reject',
      'nextRequest',
      'nextRequest',
      'previousRequest',
      'previousRequest',
      'keys',
    ]);
    expect(press('ArrowLeft')).toBe('previousPhoto');
    expect(press('x')).toBeNull();
  });

  it('should leave shortcuts of the browser alone, and decide once however long a key is held', () => {
    expect(press('r', { ctrlKey: true })).toBeNull();
    expect(press('a', { metaKey: true })).toBeNull();
    expect(press('a', { repeat: true })).toBeNull();
    expect(press('ArrowRight', { repeat: true })).toBe('nextPhoto');
  });
});
