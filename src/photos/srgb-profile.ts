import { elementsOf, isColorProfile, isPlainProfile } from './color-profile.ts';

/** IEC 61966-2-1, as seen in the light that profiles assume: how red, green and blue look at their brightest. */
const PRIMARIES = {
  rXYZ: [0.436, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
};
const CURVES = ['rTRC', 'gTRC', 'bTRC'];
/** Profiles of the same colors differ by as much. */
const TOLERANCE = 0.002;
const COMPARED = Array.from({ length: 17 }, (_, index) => index / 16);
/** ICC.1:2022, 10.18: of the functions, sRGB is the fourth, a line that goes over into a power. */
const LINE_AND_POWER = 3;

/** Whether the profile says what is true without one: the colors of pictures are those of sRGB. */
export function isSrgbProfile(profile: Buffer): boolean {
  if (!isColorProfile(profile) || !isPlainProfile(profile)) return false;
  const elements = new Map(
    elementsOf(profile).map(({ name, start, end }) => [name, profile.subarray(start, end)]),
  );
  const hasPrimary = ([name, wanted]: [string, number[]]) => {
    const element = elements.get(name);
    return wanted.every((value, index) => isNear(fixed(element, 8 + 4 * index), value));
  };
  const hasCurve = (name: string) =>
    COMPARED.every((value) => isNear(lightOf(elements.get(name), value), srgbLight(value)));
  return Object.entries(PRIMARIES).every(hasPrimary) && CURVES.every(hasCurve);
}

const isNear = (value: number, wanted: number) => Math.abs(value - wanted) <= TOLERANCE;

function srgbLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fixed(element: Buffer | undefined, at: number): number {
  return element !== undefined && element.length >= at + 4 ? element.readInt32BE(at) / 65_536 : Number.NaN;
}

/** How much light a value between 0 and 1 stands for. */
function lightOf(element: Buffer | undefined, value: number): number {
  const kind = element?.toString('latin1', 0, 4);
  if (element === undefined || element.length < 12) return Number.NaN;
  if (kind === 'curv') return alongCurve(element, value);
  return kind === 'para' ? byFunction(element, value) : Number.NaN;
}

function alongCurve(element: Buffer, value: number): number {
  const last = element.readUInt32BE(8) - 1;
  // Fewer values are a power, or none: not how sRGB is written.
  if (last < 1) return Number.NaN;
  const place = Math.min(Math.floor(value * last), last - 1);
  const [one, next] = [element.readUInt16BE(12 + 2 * place), element.readUInt16BE(14 + 2 * place)];
  return (one + (next - one) * (value * last - place)) / 65_535;
}

function byFunction(element: Buffer, value: number): number {
  if (element.readUInt16BE(8) !== LINE_AND_POWER) return Number.NaN;
  const parameter = (index: number) => fixed(element, 12 + 4 * index);
  const [power, slope, offset] = [parameter(0), parameter(1), parameter(2)];
  const [line, bend] = [parameter(3), parameter(4)];
  return value >= bend ? (slope * value + offset) ** power : line * value;
}
