import { describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../src/photo-requests/schema.ts';
import {
  bodyOf,
  draftFromRequest,
  EMPTY_DRAFT,
} from '../../web/dashboard/pages/photo-requests/create/new-request.ts';
import {
  ANYWHERE,
  draftPlace,
  placeToSend,
  requireValidPlace,
} from '../../web/dashboard/pages/photo-requests/parts/place.ts';
import { draftOfRequest, newTemplateBody } from '../../web/dashboard/pages/templates/template-draft.ts';

const BERLIN = { lat: 52.52, lng: 13.405, radius_m: 200 };
const typed = (coordinates: string) => ({ coordinates, radius: 200 });

describe('the expected location in the forms', () => {
  it.each(['52.52, 13.405', '52.52,13.405', ' (52.52, 13.405) ', '52.52 13.405', '52.52°; 13.405°'])(
    'should be understood as it is pasted: %s',
    (text) => {
      requireValidPlace(typed(text));
      expect(placeToSend(typed(text))).toEqual({ expected_location: BERLIN });
    },
  );

  it.each(['52.52', '91, 0', '0, 181', 'Berlin', '52,52, 13,405', '1, 2, 3'])(
    'should be refused where it is no place on earth: %s',
    (text) => {
      expect(() => requireValidPlace(typed(text))).toThrow('Check the location.');
    },
  );

  it('should be sent where it differs, and not silently be the template’s again', () => {
    expect(placeToSend(ANYWHERE)).toEqual({});
    expect(placeToSend(draftPlace(BERLIN), draftPlace(BERLIN))).toEqual({});
    expect(placeToSend({ ...draftPlace(BERLIN), radius: 50 }, draftPlace(BERLIN))).toEqual({
      expected_location: { ...BERLIN, radius_m: 50 },
    });
    expect(placeToSend(ANYWHERE, draftPlace(BERLIN))).toEqual({ expected_location: null });
    expect(() => requireValidPlace(ANYWHERE, draftPlace(BERLIN))).toThrow();
  });

  it('should go along when a request is duplicated or saved as a template', () => {
    const request = {
      created_at: '2026-01-01T00:00:00Z',
      expires_at: '2026-01-02T00:00:00Z',
      instructions: 'The house',
      photo_slots: [],
      questions: [],
      translations: {},
      requires_review: false,
      evidence_policy: null,
      metadata: {},
      reminders: [],
      locale: 'en',
      expected_location: BERLIN,
    } as unknown as PhotoRequest;
    const send = { withEmail: false, canSend: false };
    expect(bodyOf(draftFromRequest(request), send).expected_location).toEqual(BERLIN);
    expect(newTemplateBody({ ...draftOfRequest(request), name: 'House' }).expected_location).toEqual(BERLIN);
    expect('expected_location' in bodyOf(EMPTY_DRAFT, send)).toBe(false);
  });
});
