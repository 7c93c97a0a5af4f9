export interface KnownCamera {
  deviceId: string;
  label: string;
}

const REAR = /back|rear|environment|rück|arrière|trasera|traseira|posterior|tylny|tylna|achter/i;
const SPECIAL = /ultra|tele|macro|depth|infrared|\bir\b|mono|desk view/i;
/** Android numbers its cameras; the main one comes first. */
const NUMBER = /camera2? (\d+)/i;

/**
 * Phones with several rear cameras sometimes hand out a macro or wide-angle one. Returns the camera to use instead of
 * `current`; null means that the browser's choice is fine or nothing is known.
 */
export function betterRearCamera(cameras: KnownCamera[], current: string): string | null {
  const rear = cameras.filter(({ label }) => REAR.test(label));
  const used = rear.find(({ deviceId }) => deviceId === current);
  if (used === undefined || rear.length < 2) return null;
  const [best] = [...rear].sort((a, b) => rank(a.label) - rank(b.label));
  return best === undefined || rank(best.label) >= rank(used.label) ? null : best.deviceId;
}

function rank(label: string): number {
  const number = Number(NUMBER.exec(label)?.[1] ?? 0);
  return (SPECIAL.test(label) ? 1_000 : 0) + number;
}
