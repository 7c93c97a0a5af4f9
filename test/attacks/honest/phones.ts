import sharp from 'sharp';
import type { CaptureReport, ReportedCamera } from '../../../src/shared/capture-report.ts';
import {
  APPLE_IMAGE_FIELDS,
  APPLE_IPTC,
  appleExifFields,
  exifSegment,
  JFIF,
  withSegments,
} from '../../helpers/capture/jpeg-files.ts';
import { seededNumbers } from '../../helpers/capture/scene.ts';
import { type HandName, holdCamera } from '../scenes/hand.ts';
import type { Lens, Shot } from '../scenes/lens.ts';
import { CHROME_ON_ANDROID } from '../stage/customer.ts';

export interface Phone {
  userAgent: string;
  /** Whose canvas encodes: Chromium's own, or files as the others write them. */
  encoder: 'chromium' | 'firefox' | 'safari';
  label: string;
  facing: string;
  cameras: number;
  tellsMotion: boolean;
}

const android = (chrome: string, device: string) =>
  `Mozilla/5.0 (Linux; Android ${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome}.0.0.0 Mobile Safari/537.36`;
const usual = { encoder: 'chromium', facing: 'environment', cameras: 4, tellsMotion: true } as const;

export const PHONES = {
  pixel: { ...usual, userAgent: CHROME_ON_ANDROID, label: 'camera2 0, facing back' },
  samsung: { ...usual, userAgent: android('138', '14; SM-S921B'), label: 'camera2 2, facing back' },
  oldAndroid: {
    ...usual,
    ...{ userAgent: android('87', '8.1.0; Moto G (5)'), label: 'camera2 0, facing back' },
    ...{ cameras: 2, tellsMotion: false },
  },
  /** Some devices do not say which way their cameras look. */
  tablet: { ...usual, userAgent: android('119', '11; TB-X606F'), label: 'camera 0, facing back', facing: '' },
  iphone: {
    ...{
      encoder: 'safari',
      facing: 'environment',
      label: 'Back Dual Wide Camera',
      cameras: 3,
      tellsMotion: false,
    },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  },
  iphoneInGerman: {
    ...{ encoder: 'safari', facing: 'environment', label: 'Rückkamera', cameras: 2, tellsMotion: false },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  },
  firefox: {
    ...{
      encoder: 'firefox',
      facing: 'environment',
      label: 'Camera 0, Facing back, Orientation 90',
      cameras: 2,
    },
    ...{
      tellsMotion: true,
      userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0',
    },
  },
} satisfies Record<string, Phone>;
export type PhoneName = keyof typeof PHONES;

/** A photo that someone takes. */
export interface Photographed extends Pick<Shot, 'scene' | 'picture' | 'display' | 'bands'> {
  phone: PhoneName;
  size: { width: number; height: number };
  hand: HandName;
  /** 1 is well exposed. */
  light: number;
  noise: number;
  blur: number;
  /** Frames that the camera gives in a second. */
  rate: number;
  /** How often the page looked before the shutter; fewer when it was pressed soon. */
  looks: number;
  seed: number;
  /** The same scene, aimed at once more: shares of the picture's width, radians, and how much nearer. */
  aim?: { x: number; y: number; turn: number; zoom: number };
}

export interface Capture {
  body: Buffer;
  report: CaptureReport;
  userAgent: string;
}

/** Takes the photo and writes the report as the camera page does. */
export async function photograph(lens: Lens, wanted: Photographed): Promise<Capture> {
  const phone: Phone = PHONES[wanted.phone];
  const random = seededNumbers(wanted.seed);
  const { hand, looks, rate, light, size, aim, seed } = wanted;
  const held = holdCamera(random, { hand, looks, rate, light, ...aim });
  const isWide = hand === 'panning' || hand === 'walking' || hand === 'turningPhone';
  const { photo, frames } = await lens.take({
    ...wanted,
    view: { ...size, share: isWide ? 0.45 : 0.8 },
    ...{ poses: held.poses, seed, type: phone.encoder === 'chromium' ? 'image/jpeg' : 'image/png' },
  });
  return {
    userAgent: phone.userAgent,
    body: await encodedBy(phone, photo, size),
    report: {
      frames: frames.map((frame, index) => ({ at: held.times[index] ?? 0, ...frame })),
      camera: cameraOf(phone, wanted),
      device: '',
      page: { automated: false, patched: [], aimed: Math.round(looks * 110 + 2_500 * random()) },
      challenge: null,
      turns: phone.tellsMotion ? held.turns : [],
    },
  };
}

/** Settings name the sensor's own sides: the picture of an upright phone is turned. */
function cameraOf(phone: Phone, { size, rate }: Photographed): ReportedCamera {
  const [long, short] = [Math.max(size.width, size.height), Math.min(size.width, size.height)];
  return {
    ...{ label: phone.label, facing: phone.facing, wanted: 'environment', count: phone.cameras },
    ...{ width: long, height: short, rate },
  };
}

async function encodedBy({ encoder }: Phone, photo: Buffer, size: Photographed['size']): Promise<Buffer> {
  if (encoder === 'chromium') return photo;
  const image = sharp(photo).removeAlpha();
  if (encoder === 'firefox')
    return withSegments(
      await image.jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer(),
      JFIF,
    );
  const exif = exifSegment({ image: APPLE_IMAGE_FIELDS, exif: appleExifFields(size) });
  return withSegments(
    await image.jpeg({ quality: 90, optimiseCoding: false }).toBuffer(),
    JFIF,
    exif,
    APPLE_IPTC,
  );
}
