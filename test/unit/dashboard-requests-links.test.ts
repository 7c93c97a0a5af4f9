import { describe, expect, it } from 'vitest';
import type { PermanentLink } from '../../src/permanent-links/schema.ts';
import { LANGUAGES } from '../../src/shared/languages.ts';
import {
  draftOf,
  EMPTY_LINK,
  linkChanges,
  newLinkBody,
  slugFrom,
} from '../../web/dashboard/pages/permanent-links/link-draft.ts';
import { stateOf } from '../../web/dashboard/pages/permanent-links/link-state.ts';
import { POSTER_TEXTS } from '../../web/dashboard/pages/permanent-links/poster-texts.ts';
import { slot } from '../helpers/photo-slot.ts';

const ZONE = 'Europe/Berlin';
const LINK: PermanentLink = {
  id: 'plink_1',
  type: 'permanent',
  name: 'Returns desk',
  slug: 'returns-desk',
  url: 'https://photos.example/p/returns-desk',
  request_url: 'https://photos.example/p/returns-desk',
  unique_code: '4NTB7KQ9',
  code_entry_url: 'https://photos.example/code',
  instructions: 'Photograph the parcel.',
  photo_slots: [slot('The label')],
  is_active: true,
  expires_at: '2026-12-31T23:00:30Z',
  max_submissions: 10,
  submission_count: 3,
  daily_limit_per_address: null,
  has_access_code: false,
  requires_approval: false,
  requires_review: false,
  questions: [],
  template_id: null,
  translations: {},
  evidence_policy: null,
  return_url: null,
  cancel_url: null,
  held_count: 0,
  last_alert: null,
  draft_count: 0,
  draft_bytes: 0,
  metadata: { branch: 'Hamburg' },
  created_at: '2026-01-31T12:00:00Z',
  updated_at: '2026-01-31T12:00:00Z',
};

describe('editing a permanent link', () => {
  it('should send nothing when nothing was changed, not even seconds that the field cannot show', () => {
    expect(linkChanges(draftOf(LINK, ZONE), LINK, ZONE)).toEqual({});
  });

  it('should send what was changed alone', () => {
    const draft = { ...draftOf(LINK, ZONE), name: ' Returns ', is_active: false };
    expect(linkChanges(draft, LINK, ZONE)).toEqual({ name: 'Returns', is_active: false });
  });

  it('should keep what slots say besides their text, and send them only when one was changed', () => {
    const several = slot('The parcel', { hint: 'From above', min_photos: 2, max_photos: 3 });
    const link = { ...LINK, photo_slots: [slot('The label'), several] };
    const draft = draftOf(link, ZONE);
    expect(linkChanges(draft, link, ZONE)).toEqual({});
    const renamed = draft.photo_slots.map((one, index) =>
      index === 0 ? { ...one, instructions: 'Label' } : one,
    );
    expect(linkChanges({ ...draft, photo_slots: renamed, requires_review: true }, link, ZONE)).toEqual({
      requires_review: true,
      photo_slots: [
        { instructions: 'Label', is_required: true },
        { instructions: 'The parcel', is_required: true, hint: 'From above', min_photos: 2, max_photos: 3 },
      ],
    });
  });

  it('should clear limits that were emptied, and read times by the clock of the workspace', () => {
    const emptied = { ...draftOf(LINK, ZONE), expires_at: '', max_submissions: '' as const };
    expect(linkChanges(emptied, LINK, ZONE)).toEqual({ expires_at: null, max_submissions: null });
    const moved = { ...draftOf(LINK, ZONE), expires_at: '2027-07-01T12:00' };
    expect(linkChanges(moved, LINK, ZONE)).toEqual({ expires_at: '2027-07-01T10:00:00Z' });
  });

  it('should leave out of a new link what was left empty', () => {
    expect(newLinkBody({ ...EMPTY_LINK, name: 'Gate 4' }, ZONE)).toEqual({ name: 'Gate 4', is_active: true });
  });

  it('should make an address of what is typed', () => {
    expect(slugFrom('Rückgabe Café 3')).toBe('ruckgabe-cafe-3');
    expect(slugFrom('a'.repeat(40))).toHaveLength(30);
  });
});

describe('the state of a permanent link', () => {
  const now = Date.parse('2026-11-15T10:00:00Z');

  it('should be what a customer would meet', () => {
    expect(stateOf(LINK, now)).toMatchObject({ text: 'Active', isOpen: true });
    expect(stateOf({ ...LINK, is_active: false }, now)).toMatchObject({ text: 'Off', isOpen: false });
    expect(stateOf({ ...LINK, expires_at: '2026-11-15T10:00:00Z' }, now).text).toBe('Expired');
    expect(stateOf({ ...LINK, submission_count: 10 }, now).text).toBe('Full');
  });
});

describe('the poster', () => {
  it('should speak every language that the customer’s page speaks', () => {
    expect(Object.keys(POSTER_TEXTS).sort()).toEqual(LANGUAGES.map(({ code }) => code).sort());
  });
});
