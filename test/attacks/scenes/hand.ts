import type { CaptureReport } from '../../../src/shared/capture-report.ts';

/** Where the camera looks at one moment: shares of the picture's width, radians, and how bright it is. */
export interface Pose {
  x: number;
  y: number;
  turn: number;
  zoom: number;
  light: number;
  /** False: a slow camera still shows the frame before. */
  isNew: boolean;
}

export interface Hand {
  /** How far it trembles, in degrees, and how often in a second. */
  tremor: number;
  tremorRate: number;
  /** How far it sways slowly, in degrees. */
  sway: number;
  /** How fast it moves on, in degrees per second. */
  pan: number;
  /** How fast the device is turned around the line of sight, in degrees per second. */
  roll: number;
}

export const HANDS = {
  tripod: { tremor: 0, tremorRate: 9, sway: 0, pan: 0, roll: 0 },
  steady: { tremor: 0.04, tremorRate: 9, sway: 0.3, pan: 0, roll: 0 },
  usual: { tremor: 0.1, tremorRate: 9, sway: 1, pan: 0.5, roll: 0.5 },
  shaking: { tremor: 0.5, tremorRate: 5, sway: 2, pan: 1, roll: 2 },
  walking: { tremor: 0.4, tremorRate: 3, sway: 3, pan: 6, roll: 2 },
  panning: { tremor: 0.1, tremorRate: 9, sway: 0.5, pan: 25, roll: 0 },
  turningPhone: { tremor: 0.1, tremorRate: 9, sway: 0.5, pan: 2, roll: 40 },
} satisfies Record<string, Hand>;
export type HandName = keyof typeof HANDS;

/** What a phone's main camera sees across. */
const FIELD_DEGREES = 60;
const LOOK_EVERY_MS = 110;
const TURNS_PER_SECOND = 60;
const MAX_TURNS = 64;

/** Where the hand is held during the second before the shutter, and how the device says that it turned. */
export function holdCamera(
  random: () => number,
  options: {
    hand: HandName;
    looks: number;
    rate: number;
    light: number;
    zoom?: number;
    x?: number;
    y?: number;
    turn?: number;
  },
) {
  const hand = HANDS[options.hand];
  const phases = Array.from({ length: 6 }, () => 2 * Math.PI * random());
  const direction = 2 * Math.PI * random();
  const wave = (time: number, phase: number) =>
    hand.tremor * Math.sin(2 * Math.PI * hand.tremorRate * time + (phases[phase] ?? 0)) +
    hand.sway * 0.5 * Math.sin(2 * Math.PI * 0.35 * time + (phases[phase + 2] ?? 0));
  /** Degrees to the side, up, and around, relative to the shutter at time 0. */
  const angles = (time: number): [number, number, number] => [
    wave(time, 0) - wave(0, 0) + hand.pan * time * Math.cos(direction),
    wave(time, 1) - wave(0, 1) + hand.pan * time * Math.sin(direction),
    hand.roll * time + 0.3 * (wave(time, 2) - wave(0, 2)),
  ];
  const { looks, rate, light, zoom = 1, x = 0, y = 0, turn = 0 } = options;
  const flicker = 0.004 + 0.02 * random();
  const times = Array.from(
    { length: looks },
    (_, look) => (look - looks + 1) * LOOK_EVERY_MS + jitter(random),
  );
  times[times.length - 1] = 0;
  let shown = Number.NaN;
  const poses = times.map((at): Pose => {
    const frame = Math.floor((at / 1_000) * rate + phases.length * 1e-9);
    const isNew = frame !== shown;
    shown = frame;
    const [across, down, around] = angles(at / 1_000);
    return {
      ...{
        x: x - across / FIELD_DEGREES,
        y: y - down / FIELD_DEGREES,
        turn: turn - (around * Math.PI) / 180,
      },
      ...{ zoom, light: light * (1 + flicker * (random() - 0.5)), isNew },
    };
  });
  return { poses, times: times.map(Math.round), turns: turnsOf(angles, random) };
}

const jitter = (random: () => number) => 6 * (random() - 0.5);

/** What a gyroscope says of the same movement, with its own noise. */
function turnsOf(angles: (time: number) => number[], random: () => number): CaptureReport['turns'] {
  return Array.from({ length: MAX_TURNS }, (_, index) => {
    const time = (index - MAX_TURNS + 1) / TURNS_PER_SECOND;
    const [before, after] = [angles(time - 0.005), angles(time + 0.005)];
    const rate = (axis: number) =>
      Number((((after[axis] ?? 0) - (before[axis] ?? 0)) / 0.01 + 0.3 * (random() - 0.5)).toFixed(2));
    // Around the line of sight first, as browsers name the axes of a phone.
    return { at: Math.round(time * 1_000), rate: [rate(2), rate(1), rate(0)] };
  });
}
