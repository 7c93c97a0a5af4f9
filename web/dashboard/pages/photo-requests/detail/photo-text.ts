import type { Photo } from '../../../../../src/photos/schema.ts';

export const HINTS: Record<NonNullable<Photo['metadata']['quality_hint']>, string> = {
  blurred: 'May be blurry',
  dark: 'Very dark',
  overexposed: 'Very bright',
};

export function labelOf({ slot_instructions, slot_index }: Photo): string {
  return slot_instructions ?? `Photo ${slot_index + 1}`;
}

/** Further photos of a slot are numbered, as in the ZIP. */
export function fileNameOf(photo: Photo, all: Photo[], code: string): string {
  const nth = all.filter(({ slot_index }) => slot_index === photo.slot_index).indexOf(photo) + 1;
  return `${code}-${photo.slot_index + 1}${nth > 1 ? `-${nth}` : ''}.jpg`;
}

/** "2.4 MB", "380 KB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export interface Place {
  text: string;
  mapUrl: string;
}

/** Five decimals are about a meter. */
export function placeOf({ gps_lat, gps_lng, gps_accuracy }: Photo['metadata']): Place | null {
  if (gps_lat === undefined || gps_lng === undefined) return null;
  const [lat, lng] = [gps_lat.toFixed(5), gps_lng.toFixed(5)];
  const accuracy = gps_accuracy === undefined ? '' : ` (within ${Math.ceil(gps_accuracy)} m)`;
  return {
    text: `${lat}, ${lng}${accuracy}`,
    mapUrl: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`,
  };
}
