import type { PhotoRow } from '../../../platform/db/tables.ts';
import type { ExpectedLocation } from '../expected-location.ts';
import { type Figures, type Outcome, pass, rounded, unknown, warn } from '../finding.ts';

/** An airliner with the wind behind it, in meters per second. */
const MAX_SPEED = 350;
/** Positions jump by this much when a phone changes from cells to satellites. */
const MIN_JUMP_METERS = 5_000;
const EARTH_RADIUS_METERS = 6_371_000;
/** To the other side of the earth. Whoever has had more time can be anywhere. */
export const LONGEST_TRIP_MS = Math.ceil((Math.PI * EARTH_RADIUS_METERS * 1_000) / MAX_SPEED);

type Located = Pick<PhotoRow, 'id' | 'request_id' | 'captured_at' | 'latitude' | 'longitude' | 'accuracy'>;

/** Where the device says that it was, against its other photos, also in other requests, and where it should be. */
export function checkPlace(
  photo: Located,
  { others, expected }: { others: Located[]; expected: ExpectedLocation | null },
): Outcome {
  const place = placeOf(photo);
  if (place === undefined) return unknown('The device gave no location.');
  const accuracy = photo.accuracy ?? 0;
  const figures: Figures = photo.accuracy === null ? {} : { accuracy_meters: rounded(accuracy, 0) };
  const jump = others
    .map((other) => jumpBetween(photo, other))
    .filter((found) => found !== undefined)
    .toSorted((a, b) => b.meters - a.meters)[0];
  if (jump !== undefined)
    return warn('No one can have traveled between this photo and another one so fast.', {
      ...figures,
      ...{ distance_meters: rounded(jump.meters, 0), seconds: rounded(jump.seconds, 1), photo_id: jump.id },
      request_id: jump.requestId,
    });
  if (expected === null) return pass('The location fits the other photos.', figures);
  const distance = distanceBetween(place, { latitude: expected.lat, longitude: expected.lng });
  const compared = { ...figures, distance_meters: rounded(distance, 0), radius_meters: expected.radius_m };
  return distance - accuracy > expected.radius_m
    ? warn('The photo was taken outside the expected location.', compared)
    : pass('The photo was taken at the expected location.', compared);
}

function jumpBetween(photo: Located, other: Located) {
  const [here, there] = [placeOf(photo), placeOf(other)];
  if (here === undefined || there === undefined) return undefined;
  const certain = distanceBetween(here, there) - (photo.accuracy ?? 0) - (other.accuracy ?? 0);
  const seconds = Math.abs(photo.captured_at - other.captured_at) / 1_000;
  const isImpossible = certain > MIN_JUMP_METERS && certain > MAX_SPEED * seconds;
  return isImpossible ? { meters: certain, seconds, id: other.id, requestId: other.request_id } : undefined;
}

function placeOf({ latitude, longitude }: Located) {
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}

type Place = NonNullable<ReturnType<typeof placeOf>>;

/** Along the earth's surface, in meters (the haversine formula). */
function distanceBetween(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(chord)));
}
