import { hash } from 'node:crypto';
import { z } from 'zod';
import {
  type CaptureReport,
  MAX_FRAMES,
  MAX_TURNS,
  MIDDLE_SIDE,
  OVERVIEW,
} from '../../shared/capture-report.ts';
import { MAX_COURSE_FRAMES } from '../../shared/challenges.ts';
import { gridOf } from './display-patterns.ts';
import { rounded } from './finding.ts';
import { createShiftFinder } from './nearest-shift.ts';
import { type PixelMovement, pixelMovementOf } from './pixel-movement.ts';
import { resampled, samplingOf } from './resampling.ts';

const bytes = (count: number) => z.base64().length(4 * Math.ceil(count / 3));
const milliseconds = z.number().min(-600_000).max(86_400_000);
const word = z.string().max(200);
const size = z.number().min(0).max(100_000);
const rate = z.number().min(-100_000).max(100_000);

/** Every number and text has a bound: anyone can send this. */
const reportSchema = z.object({
  frames: z
    .array(
      z.object({
        at: milliseconds,
        overview: bytes(OVERVIEW.width * OVERVIEW.height),
        middle: bytes(MIDDLE_SIDE ** 2),
      }),
    )
    .max(MAX_FRAMES)
    .refine((frames) => frames.every(({ at }, index) => at <= 0 && at >= (frames[index - 1]?.at ?? at))),
  after: bytes(OVERVIEW.width * OVERVIEW.height).exactOptional(),
  camera: z
    .object({ label: word, facing: word, wanted: word, width: size, height: size, rate: size, count: size })
    .nullable(),
  device: z
    .string()
    .regex(/^[\w-]{0,22}$/)
    .default(''),
  page: z.object({ automated: z.boolean(), patched: z.array(word).max(30), aimed: milliseconds }),
  challenge: z
    .object({
      token: z.string().max(60),
      course: z.array(bytes(OVERVIEW.width * OVERVIEW.height)).max(MAX_COURSE_FRAMES),
    })
    .nullable()
    .default(null),
  turns: z.array(z.object({ at: milliseconds, rate: z.tuple([rate, rate, rate]) })).max(MAX_TURNS),
});

/** A report as it came, without what is judged at once. */
export type SentReport = Omit<CaptureReport, 'challenge' | 'device'>;

/** What is kept of a report until the submission. */
export interface ReportTraits extends Pick<CaptureReport, 'camera' | 'page'> {
  frames: {
    count: number;
    /** From the first to the last, in milliseconds. */
    span: number;
    /** How many are exactly like the one before. */
    frozen: number;
    /** How many are exactly like an earlier one that others came after. */
    repeated: number;
    /** One number for each, to find it again in another photo's report. */
    marks: string[];
    /** The one nearest to the shutter, in 48 by 48 grays; null without frames. */
    shot: string | null;
    /** What the camera showed when the photo had been drawn. Absent in reports of earlier releases. */
    after?: string;
    /** How far the picture moved from frame to frame, in shares of its width, added up. */
    moved: number;
    /** Absent in reports of earlier releases. */
    pixels?: PixelMovement;
    /** How far a regular grid stands out, pixel for pixel, as a power of ten. */
    grid: number;
    /** How much whole rows brighten and darken from frame to frame, in grays. */
    flicker: number;
  };
  /** How far the device turned meanwhile, in degrees; null where it does not say. */
  turned: number | null;
}

/** What came back on a challenge. */
export interface ReportedAnswer {
  token: string;
  /** Of the whole picture, from the challenge to the shutter. */
  frames: Uint8Array[];
}

/** Empty for text that no page of ours sends. */
export function readReport(text: string): {
  sent?: SentReport;
  device?: string;
  answer?: ReportedAnswer;
} {
  const report = parsed(text);
  if (report === undefined) return {};
  const { challenge, device, ...sent } = report;
  return {
    sent,
    ...(device !== '' && { device }),
    ...(challenge !== null && {
      answer: { token: challenge.token, frames: challenge.course.map(grayOf) },
    }),
  };
}

/** Takes milliseconds, which a customer in a rush need not wait for. */
export function measureReport({ frames, after, camera, page, turns }: SentReport): ReportTraits {
  const marks = frames.map(({ overview, middle }) => hash('sha256', overview + middle, 'hex').slice(0, 16));
  const isLikeBefore = (mark: string, index: number) => index > 0 && marks[index - 1] === mark;
  const overviews = frames.map(({ overview }) => grayOf(overview));
  const middles = frames.map(({ middle }) => grayOf(middle));
  const nearest = overviews.at(-1);
  return {
    camera,
    page,
    frames: {
      count: frames.length,
      span: (frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0),
      frozen: marks.filter(isLikeBefore).length,
      repeated: marks.filter((mark, index) => !isLikeBefore(mark, index) && marks.indexOf(mark) < index)
        .length,
      marks: [...new Set(marks)],
      shot: nearest === undefined ? null : comparable(nearest),
      ...(after !== undefined && { after: comparable(grayOf(after)) }),
      moved: pathOf(overviews),
      pixels: pixelMovementOf(middles),
      grid: gridOf(middles),
      flicker: flickerOf(overviews),
    },
    turned: turns.length < 2 ? null : turnOf(turns),
  };
}

function parsed(text: string): CaptureReport | undefined {
  try {
    const { success, data } = reportSchema.safeParse(JSON.parse(text));
    return success ? data : undefined;
  } catch {
    return undefined;
  }
}

const grayOf = (base64: string) => Buffer.from(base64, 'base64');

/** To the size in which pictures are compared. */
const ENLARGED = samplingOf(OVERVIEW);
const comparable = (overview: Buffer) =>
  Buffer.from(resampled(overview, ENLARGED).map(Math.round)).toString('base64');

/** The share of a change that rows must have in common: what moves changes within them too. */
const ROWS_SHARE = 0.5;

function flickerOf(overviews: Buffer[]): number {
  const swings = overviews.slice(1).map((after, index) => swingOfRows(overviews[index] as Buffer, after));
  return rounded(swings.reduce((sum, swing) => sum + swing, 0) / Math.max(1, swings.length), 2);
}

function swingOfRows(before: Buffer, after: Buffer): number {
  const { width, height } = OVERVIEW;
  let [sum, squares, squaresOfRows] = [0, 0, 0];
  for (let row = 0, at = 0; row < height; row += 1) {
    let inRow = 0;
    for (const end = at + width; at < end; at += 1) {
      const change = (after[at] as number) - (before[at] as number);
      inRow += change;
      squares += change * change;
    }
    sum += inRow;
    squaresOfRows += (inRow / width) ** 2;
  }
  const mean = sum / (width * height);
  const all = squares / (width * height) - mean ** 2;
  const ofRows = squaresOfRows / height - mean ** 2;
  return ofRows > ROWS_SHARE * all ? Math.sqrt(ofRows) : 0;
}

const nearestShift = createShiftFinder({ ...OVERVIEW, reach: 4 });

function pathOf(overviews: Buffer[]): number {
  let path = 0;
  for (let index = 1; index < overviews.length; index += 1) {
    const { across, down } = nearestShift(overviews[index - 1] as Buffer, overviews[index] as Buffer);
    path += Math.hypot(across, down);
  }
  return rounded(path / OVERVIEW.width, 3);
}

/** In degrees: each rate counts until the next one. Around the line of sight, the first axis, a picture turns in its place. */
function turnOf(turns: CaptureReport['turns']): number {
  let degrees = 0;
  for (let index = 1; index < turns.length; index += 1) {
    const [before, now] = [turns[index - 1], turns[index]];
    if (before === undefined || now === undefined) continue;
    const [, tilt, pan] = before.rate;
    degrees += (Math.hypot(tilt, pan) * Math.max(0, now.at - before.at)) / 1_000;
  }
  return rounded(degrees, 1);
}
