import type { ExpectedLocation } from '../../../../../src/photos/evidence/expected-location.ts';
import { ApiError } from '../../../api/api-error.ts';

/** Where photos should be taken, while it is edited. */
export interface PlaceDraft {
  /** "52.52, 13.405", as maps copy it; empty: anywhere. */
  coordinates: string;
  radius: number | '';
}

export const USUAL_RADIUS_M = 200;
export const MAX_RADIUS_M = 20_037_509;
export const ANYWHERE: PlaceDraft = { coordinates: '', radius: USUAL_RADIUS_M };

const COORDINATES = /^\(?\s*(-?\d{1,3}(?:\.\d+)?)°?\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)°?\s*\)?$/;

export function draftPlace(place: ExpectedLocation | null): PlaceDraft {
  return place === null
    ? ANYWHERE
    : { coordinates: `${place.lat}, ${place.lng}`, radius: Math.max(1, Math.round(place.radius_m)) };
}

/** null: anywhere; undefined: it is not to be understood. */
function placeOf({ coordinates, radius }: PlaceDraft): ExpectedLocation | null | undefined {
  if (coordinates.trim() === '') return null;
  const [, first, second] = COORDINATES.exec(coordinates.trim()) ?? [];
  const [lat, lng] = [Number(first ?? Number.NaN), Number(second ?? Number.NaN)];
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isOnEarth ? { lat, lng, radius_m: radius === '' ? USUAL_RADIUS_M : radius } : undefined;
}

/** `before`: the place that the chosen template has. The server takes an absent one for the template's. */
export function requireValidPlace(draft: PlaceDraft, before: PlaceDraft = ANYWHERE): void {
  const place = placeOf(draft);
  if (place === undefined) throw refusal('Enter latitude and longitude, such as 52.52, 13.405.');
  if (place === null && placeOf(before) !== null)
    throw refusal('The template has a location. Enter another one, or choose no template.');
}

/** Only where it differs. */
export function placeToSend(
  draft: PlaceDraft,
  before: PlaceDraft = ANYWHERE,
): { expected_location?: ExpectedLocation | null } {
  const place = placeOf(draft) ?? null;
  return JSON.stringify(place) === JSON.stringify(placeOf(before) ?? null)
    ? {}
    : { expected_location: place };
}

export function placeText({ lat, lng, radius_m }: ExpectedLocation): string {
  return `${lat}, ${lng}, within ${Math.round(radius_m).toLocaleString('en')} m`;
}

function refusal(message: string): ApiError {
  const details = { expected_location: [message] };
  return new ApiError({ status: 422, code: 'validation_error', message: 'Check the location.', details });
}
