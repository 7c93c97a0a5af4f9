import { describe, expect, it } from 'vitest';
import { checkChallenge } from '../../../src/photos/evidence/checks/challenge.ts';
import { followingOf } from '../../../src/photos/evidence/following.ts';
import type { PhotoTraits } from '../../../src/photos/evidence/traits.ts';
import { OVERVIEW } from '../../../src/shared/capture-report.ts';
import { drawScene, seededNumbers } from '../../helpers/capture/scene.ts';

const SIZE = { width: 640, height: 480 };
const SEEDS = [1, 2, 3, 4, 5];
const scenes = new Map([...SEEDS, 6].map((seed) => [seed, drawScene(seed, SIZE).data]));

interface Hold {
  zoom: number;
  angle: number;
  x: number;
  y: number;
}

/** What a camera that is held like this sees of a scene, in small grays with noise. */
function frameOf(seed: number, { zoom, angle, x, y }: Hold, random: () => number): Uint8Array {
  const scene = scenes.get(seed) ?? Buffer.alloc(0);
  const turn = (angle * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(turn) / zoom, Math.sin(turn) / zoom];
  const at = (across: number, down: number) => {
    const [left, top] = [across * cosine - down * sine + x, across * sine + down * cosine + y];
    return (
      scene[(Math.round(top + SIZE.height / 2) * SIZE.width + Math.round(left + SIZE.width / 2)) * 3 + 1] ?? 0
    );
  };
  return Uint8Array.from({ length: OVERVIEW.width * OVERVIEW.height }, (_, cell) => {
    const [column, row] = [cell % OVERVIEW.width, Math.floor(cell / OVERVIEW.width)];
    let sum = 0;
    for (let part = 0; part < 16; part += 1) {
      const across = (column + ((part % 4) + 0.5) / 4) / OVERVIEW.width - 0.5;
      const down = (row + (Math.floor(part / 4) + 0.5) / 4) / OVERVIEW.height - 0.5;
      sum += at(across * 400, down * 300);
    }
    return Math.min(255, Math.max(0, Math.round(sum / 16 + 4 * random() - 2)));
  });
}

/** From holding the camera straight to holding it like this, with a hand that shakes. */
function course(seed: number, { zoom = 1, angle = 0 }: Partial<Hold> = {}): Uint8Array[] {
  const random = seededNumbers(seed);
  const shaking = () => 24 * random() - 12;
  return Array.from({ length: 8 }, (_, index) => {
    const share = Math.min(1, index / 6);
    const hold = { zoom: 1 + (zoom - 1) * share, angle: angle * share, x: shaking(), y: shaking() };
    return frameOf(seed, hold, random);
  });
}

const inLight = (frames: Uint8Array[], light: (index: number) => number) =>
  frames.map((frame, index) => frame.map((gray) => gray * light(index)));

describe('what the camera shows after a challenge', () => {
  it.each(SEEDS)('should be followed by coming closer, and by nothing else: scene %s', (seed) => {
    const isFollowed = (to?: Partial<Hold>) => followingOf('closer', course(seed, to)).isFollowed;
    expect([{ zoom: 1.3 }, { zoom: 1.6 }].map(isFollowed)).toEqual([true, true]);
    expect([{}, { zoom: 0.75 }, { angle: 24 }].map(isFollowed)).toEqual([false, false, false]);
  });

  it.each(SEEDS)('should be followed by tilting, and by nothing else: scene %s', (seed) => {
    const isFollowed = (to?: Partial<Hold>) => followingOf('tilt', course(seed, to)).isFollowed;
    expect([{ angle: 24 }, { angle: -30 }].map(isFollowed)).toEqual([true, true]);
    expect([{}, { zoom: 1.5 }].map(isFollowed)).toEqual([false, false]);
  });

  it('should brighten with a light, but for what is bright already', () => {
    const lit = inLight(course(4), (index) => (index < 3 ? 0.3 : 0.5));
    expect(followingOf('torch', lit)).toMatchObject({ isFollowed: true });
    const dark = inLight(course(4), () => 0.3);
    expect(followingOf('torch', dark)).toMatchObject({ isFollowed: false, isUnclear: false });
    expect(followingOf('torch', course(4))).toMatchObject({ isFollowed: false, isUnclear: true });
  });

  it('should not be followed by another scene, or by hardly a frame', () => {
    const cut = [...course(5).slice(0, 4), ...course(6).slice(4)];
    expect(followingOf('closer', cut)).toMatchObject({ isFollowed: false });
    expect(followingOf('tilt', course(1, { angle: 30 }).slice(-2))).toMatchObject({ isFollowed: false });
  });
});

describe('the challenge check', () => {
  const answer = { challenge: 'tilt', issuedAt: 0, answeredAt: 9_000, isUnclear: false, amount: 24 } as const;
  const judged = (challenge: PhotoTraits['challenge'], isDemanded = true) =>
    checkChallenge(challenge === undefined ? undefined : ({ challenge } as unknown as PhotoTraits), {
      isDemanded,
    }).result;

  it('should pass what was followed in time, and nothing else', () => {
    expect(judged({ ...answer, isFollowed: true })).toBe('pass');
    expect(judged({ ...answer, isFollowed: false })).toBe('warn');
    expect(judged({ ...answer, isFollowed: true, answeredAt: 301_000 })).toBe('warn');
    expect(judged({ ...answer, isFollowed: false, isUnclear: true })).toBe('unknown');
    expect(judged('forged')).toBe('warn');
  });

  it('should warn of a photo without an answer only where one was demanded', () => {
    expect(judged(undefined)).toBe('warn');
    expect(judged(undefined, false)).toBe('unknown');
  });
});
