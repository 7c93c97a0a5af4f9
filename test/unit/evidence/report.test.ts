import { describe, expect, it } from 'vitest';
import { checkCamera } from '../../../src/photos/evidence/checks/camera.ts';
import { checkMotion } from '../../../src/photos/evidence/checks/motion.ts';
import { checkPage } from '../../../src/photos/evidence/checks/page.ts';
import { checkStream } from '../../../src/photos/evidence/checks/stream.ts';
import { grayOf, lookAt } from '../../../src/photos/evidence/look.ts';
import { hashOf, spectrumOf } from '../../../src/photos/evidence/perceptual-hash.ts';
import { measureReport, type ReportTraits, readReport } from '../../../src/photos/evidence/report.ts';
import { type CaptureReport, MAX_FRAMES, MIDDLE_SIDE } from '../../../src/shared/capture-report.ts';
import { reportOf } from '../../helpers/capture/report.ts';
import { drawScene, type Scene, seededNumbers } from '../../helpers/capture/scene.ts';
import { photoRequestRow, photoRow } from '../../helpers/database/rows.ts';

const SIZE = { width: 160, height: 120 };
const scene = drawScene(1, SIZE);
const honest = reportOf(scene);
const photo = { width: 160, height: 120 };

function read(report: CaptureReport): ReportTraits {
  const { sent } = readReport(JSON.stringify(report));
  if (sent === undefined) throw new Error('The report cannot be read');
  return measureReport(sent);
}
const hashIn = (seen: Scene) => hashOf(spectrumOf(grayOf(lookAt({ ...seen, channels: 3 })))).toString('hex');

describe('a report of the camera page', () => {
  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['another shape', { frames: 'many' }],
    ['too many frames', { ...honest, frames: Array(MAX_FRAMES + 1).fill(honest.frames[0]) }],
    ['frames of another size', { ...honest, frames: [{ ...honest.frames[0], overview: 'AAAA' }] }],
    [
      'frames from behind the shutter',
      { ...honest, frames: honest.frames.map((frame) => ({ ...frame, at: 9 })) },
    ],
    ['a last frame of another size', { ...honest, after: 'AAAA' }],
    ['frames out of order', { ...honest, frames: honest.frames.toReversed() }],
    ['a course without end', { ...honest, challenge: { token: 'x', course: Array(17).fill('') } }],
    ['a number beyond all bounds', { ...honest, page: { ...honest.page, aimed: 1e300 } }],
    ['a text beyond all bounds', { ...honest, page: { ...honest.page, patched: ['x'.repeat(201)] } }],
  ])('should not be read with %s', (_, report) => {
    expect(readReport(typeof report === 'string' ? report : JSON.stringify(report))).toEqual({});
  });

  it('should be kept in a few bytes', () => {
    expect(JSON.stringify(read(honest)).length).toBeLessThan(5_000);
  });
});

describe('the stream check', () => {
  const judged = (
    report: CaptureReport,
    { hash = hashIn(scene), others = [] as ReportTraits['frames'][] } = {},
  ) => checkStream(read(report).frames, { hash, others });

  it('should pass what a camera sees', () => {
    expect(judged(honest)).toMatchObject({ result: 'pass', figures: { frames: 8 } });
  });

  it('should know nothing by too few frames', () => {
    expect(judged({ ...honest, frames: honest.frames.slice(5) }).result).toBe('unknown');
    expect(checkStream(undefined, { hash: null, others: [] }).result).toBe('unknown');
  });

  it('should warn of frames that stand still or come again', () => {
    const [still] = honest.frames;
    const frozen = honest.frames.map((frame) => ({
      ...frame,
      overview: still?.overview,
      middle: still?.middle,
    }));
    expect(judged({ ...honest, frames: frozen as CaptureReport['frames'] }).message).toContain('unchanging');
    const looping = honest.frames.map((frame, index) => ({ ...honest.frames[index % 3], at: frame.at }));
    expect(judged({ ...honest, frames: looping as CaptureReport['frames'] }).message).toContain('repeat');
    expect(judged(honest, { others: [read(honest).frames] }).message).toContain('another photo');
  });

  it('should warn of frames that no page of ours would send', () => {
    expect(judged({ ...honest, frames: [] }).message).toContain('no frame');
    const atOnce = honest.frames.map((frame, index) => ({ ...frame, at: index - 7 }));
    expect(judged({ ...honest, frames: atOnce }).message).toContain('faster');
    // A busy phone is late for its first look, and the shutter comes right behind a look.
    const late = honest.frames.map((frame, index) => ({ ...frame, at: index === 7 ? 0 : index * 110 - 670 }));
    late[0] = { ...late[0], at: -565 } as (typeof late)[0];
    expect(judged({ ...honest, frames: late }).result).toBe('pass');
  });

  it('should warn of frames that are cut out of one picture', () => {
    const { data, width } = scene;
    const cut = (left: number, top: number) =>
      Buffer.from(
        Array.from({ length: MIDDLE_SIDE ** 2 }, (_, index) => {
          const [x, y] = [left + (index % MIDDLE_SIDE), top + Math.floor(index / MIDDLE_SIDE)];
          return data[(y * width + x) * 3] as number;
        }),
      );
    const frames = honest.frames.map((frame, index) => ({
      ...frame,
      middle: cut(20 + 7 * (index % 3), 30 + 5 * index).toString('base64'),
    }));
    expect(judged({ ...honest, frames }).message).toContain('cut out');
  });

  it('should pass a photo during which the camera came to its next picture', () => {
    const next = drawScene(2, SIZE);
    const after = reportOf(next).frames[0]?.overview as string;
    for (const taken of [scene, next])
      expect(judged({ ...honest, after }, { hash: hashIn(taken) }).result).toBe('pass');
    expect(judged({ ...honest, after }, { hash: hashIn(drawScene(3, SIZE)) }).result).toBe('warn');
  });

  it('should warn of a photo of something else, for any of many scenes', () => {
    for (let seed = 2; seed < 40; seed += 1) {
      const other = drawScene(seed, SIZE);
      expect(judged(honest, { hash: hashIn(other) }).message).toContain('does not show');
      expect(judged(reportOf(other), { hash: hashIn(other) }).result).toBe('pass');
    }
  });
});

describe('the camera check', () => {
  const judged = (changes: object) =>
    checkCamera({ ...(honest.camera as object), ...changes } as never, photo);

  it.each([
    ['the rear camera of a phone', {}, 'pass'],
    ['a camera of which only the name is known', { width: 0, height: 0, rate: 0 }, 'pass'],
    ['a camera that stands upright', { width: 120, height: 160 }, 'pass'],
    ['a larger camera', { width: 1_600, height: 1_200 }, 'pass'],
    ['a camera that was chosen', { wanted: '', facing: 'user' }, 'pass'],
    ['the front camera', { facing: 'user' }, 'warn'],
    ['a computer', { label: 'Integrated Webcam', facing: '' }, 'warn'],
    ['a rear camera that is known by its name alone', { facing: '' }, 'pass'],
    ['a grabber', { label: 'Cam Link 4K (0fd9:0066)', facing: '' }, 'warn'],
    ['OBS', { label: 'OBS Virtual Camera' }, 'warn'],
    ['the camera of a test browser', { label: 'fake_device_0' }, 'warn'],
    ['a camera smaller than its photo', { width: 80, height: 60 }, 'warn'],
    ['a camera of another shape', { width: 1_920, height: 1_080 }, 'warn'],
    ['an impossible rate', { rate: 5_000 }, 'warn'],
  ])('should judge %s', (_, changes, result) => {
    expect(judged(changes).result).toBe(result);
  });

  it('should warn of a report that names none', () => {
    expect(checkCamera(null, photo).result).toBe('warn');
    expect(checkCamera(undefined, photo).result).toBe('unknown');
  });
});

describe('the page check of a report', () => {
  const opened = Date.UTC(2026, 0, 31, 12);
  const row = photoRow(photoRequestRow('ws_1'), { received_at: opened + 9_000 });
  const judged = (report?: CaptureReport | 'unreadable') =>
    checkPage(row, {
      ...{ sessionOpenedAt: opened, claimedAt: opened, userAgent: '' },
      encoder: { quality: 90, sampling: '4:2:0', codes: 'computed', extras: [] },
      ...(report === undefined ? {} : { report: report === 'unreadable' ? report : read(report) }),
    });

  it.each<[string, CaptureReport | 'unreadable' | undefined, string]>([
    ['passes', honest, 'pass'],
    ['is missing', undefined, 'warn'],
    ['cannot be read', 'unreadable', 'warn'],
    ['tells of a program', { ...honest, page: { ...honest.page, automated: true } }, 'warn'],
    ['tells of replaced functions', { ...honest, page: { ...honest.page, patched: ['toBlob'] } }, 'warn'],
    ['tells of a reflex', { ...honest, page: { ...honest.page, aimed: 40 } }, 'warn'],
  ])('should judge one that %s', (_, report, result) => {
    expect(judged(report).result).toBe(result);
  });
});

describe('the motion check', () => {
  const turning = (degreesPerSecond: number) =>
    Array.from({ length: 20 }, (_, index) => ({
      at: index * 50 - 1_000,
      rate: [0, degreesPerSecond, 0] as [number, number, number],
    }));
  /** The view wanders over the scene by so many pixels of the overview with each frame. */
  const wandering = (pixels: number) => {
    const wide = drawScene(3, { width: 640, height: 240 });
    const frames = Array.from({ length: 8 }, (_, index) => {
      const left = index * pixels * 10;
      const data = Buffer.alloc(320 * 240 * 3);
      for (let y = 0; y < 240; y += 1) {
        wide.data.copy(data, y * 960, (y * 640 + left) * 3, (y * 640 + left + 320) * 3);
      }
      return { ...reportOf({ data, width: 320, height: 240 }).frames[0], at: (index - 7) * 110 };
    });
    return frames as CaptureReport['frames'];
  };
  const judged = (changes: Partial<CaptureReport>) => checkMotion(read({ ...honest, ...changes })).result;

  it('should know nothing where the browser does not tell', () => {
    expect(judged({})).toBe('unknown');
    expect(checkMotion(undefined).result).toBe('unknown');
  });

  it('should pass a hand, and a turn that the picture follows', () => {
    expect(judged({ turns: turning(2) })).toBe('pass');
    expect(judged({ turns: turning(30), frames: wandering(2) })).toBe('pass');
  });

  it('should pass a phone that is turned upright, which moves nothing to the side', () => {
    const turns = turning(90).map(({ at, rate }) => ({ at, rate: [rate[1], 0.5, 0] as typeof rate }));
    expect(judged({ turns })).toBe('pass');
  });

  it('should warn of a picture with noise that does not tremble with the hand', () => {
    const random = seededNumbers(4);
    /** Shifted by so many pixels with every other frame. */
    const shaken = (pixels: number) =>
      honest.frames.map((frame, index) => ({
        ...frame,
        middle: Buffer.from(
          Array.from({ length: MIDDLE_SIDE ** 2 }, (_, at) => {
            const [x, y] = [(at % MIDDLE_SIDE) + (index % 2) * pixels, Math.floor(at / MIDDLE_SIDE)];
            return 120 + 40 * Math.sin(x / 3) + 40 * Math.cos(y / 4) + 4 * random();
          }),
        ).toString('base64'),
      }));
    expect(judged({ turns: turning(3), frames: shaken(0) })).toBe('warn');
    expect(judged({ turns: turning(3), frames: shaken(0.5) })).toBe('pass');
    // On a stand nothing turns either.
    expect(judged({ turns: turning(0.1), frames: shaken(0) })).toBe('pass');
  });

  it('should warn of a picture that stands still in a turning hand, and of one that moves in a hand that does not', () => {
    expect(judged({ turns: turning(40) })).toBe('warn');
    expect(judged({ turns: turning(0), frames: wandering(3) })).toBe('warn');
  });
});
