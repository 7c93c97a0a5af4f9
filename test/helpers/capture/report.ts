import { type CaptureReport, MIDDLE_SIDE, OVERVIEW } from '../../../src/shared/capture-report.ts';
import { drawScene, imageOf, photoOf, type Scene, seededNumbers } from './scene.ts';

/** The whole scene in small grays, as a frame of the camera. */
function overviewOf({ data, width, height }: Scene): Uint8Array {
  return Uint8Array.from({ length: OVERVIEW.width * OVERVIEW.height }, (_, index) => {
    const x = Math.floor((((index % OVERVIEW.width) + 0.5) / OVERVIEW.width) * width);
    const y = Math.floor(((Math.floor(index / OVERVIEW.width) + 0.5) / OVERVIEW.height) * height);
    return data[(y * width + x) * 3 + 1] as number;
  });
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** What an honest page tells of a shot of the scene: the same picture in each frame, and never the same noise. */
export function reportOf(scene: Scene, changes: Partial<CaptureReport> = {}): CaptureReport {
  const random = seededNumbers(scene.data.length + (scene.data[0] ?? 0) * 7 + (scene.data[999] ?? 0));
  const overview = overviewOf(scene);
  const noisy = (value: number) => Math.min(255, Math.max(0, value + Math.round(4 * random() - 2)));
  return {
    frames: Array.from({ length: 8 }, (_, index) => ({
      at: (index - 7) * 110,
      overview: base64(overview.map(noisy)),
      middle: base64(Uint8Array.from({ length: MIDDLE_SIDE ** 2 }, () => noisy(128))),
    })),
    camera: {
      label: 'camera2 0, facing back',
      facing: 'environment',
      wanted: 'environment',
      width: scene.width,
      height: scene.height,
      rate: 30,
      count: 2,
    },
    device: '',
    page: { automated: false, patched: [], aimed: 2_400 },
    challenge: null,
    turns: [],
    ...changes,
  };
}

export function withReport(photo: Buffer, report: CaptureReport | string): Buffer {
  const line = typeof report === 'string' ? report : JSON.stringify(report);
  return Buffer.concat([Buffer.from(`${line}\n`), photo]);
}

/** A photo of a scene as the camera page sends it. */
export async function reportedPhoto(seed: number, changes: Partial<CaptureReport> = {}): Promise<Buffer> {
  const scene = drawScene(seed);
  return withReport(await photoOf(imageOf(scene)), reportOf(scene, changes));
}
