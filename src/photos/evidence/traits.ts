import type { PhotoRow } from '../../platform/db/tables.ts';
import type { Challenge } from '../../shared/challenges.ts';
import type { EncoderTraits } from '../jpeg-encoder.ts';
import type { Following } from './following.ts';
import { grayOf, type Look } from './look.ts';
import { hashOf, spectrumOf } from './perceptual-hash.ts';
import { measureReport, type ReportTraits, type SentReport } from './report.ts';

export interface AnsweredChallenge extends Following {
  challenge: Challenge;
  issuedAt: number;
  answeredAt: number;
}

/** All that is known of a photo when it is submitted, beside its row: what the checks judge by. */
export interface PhotoTraits {
  /** When the page was opened that sent it, in the server's time. */
  sessionOpenedAt: number;
  /** When it was opened on this device before it was loaded again. */
  firstOpenedAt?: number;
  /** When the device says that it was taken, as it came. */
  claimedAt: number;
  /** What the browser calls itself. */
  userAgent: string;
  encoder: EncoderTraits;
  /** Parts of the file that no known browser writes. Absent: none. */
  unfamiliar?: string[];
  /** What the page told of the shot, until the photo is decoded. */
  sent?: SentReport;
  /** The same in figures. Absent: nothing. */
  report?: ReportTraits | 'unreadable';
  /** What the customer was asked to do, and did. Absent: nothing came of it. */
  challenge?: AnsweredChallenge | 'forged';
  /** Absent until it is decoded. */
  look?: Look;
}

/** Undefined for a photo that an earlier release received. */
export function traitsOf({ traits }: Pick<PhotoRow, 'traits'>): PhotoTraits | undefined {
  return traits === null ? undefined : JSON.parse(traits);
}

/** What the page told of the shot, if it can be read. */
export function reportOf(traits: PhotoTraits | undefined): ReportTraits | undefined {
  return traits?.report === 'unreadable' ? undefined : traits?.report;
}

/** The columns that change when a photo is decoded. */
export function decodedColumns(
  known: PhotoTraits | undefined,
  look: Look,
): Pick<PhotoRow, 'traits' | 'hash'> {
  const { sent, ...traits } = known ?? {};
  const report = sent === undefined ? {} : { report: measureReport(sent) };
  return {
    traits: known === undefined ? null : JSON.stringify({ ...traits, ...report, look }),
    hash: hashOf(spectrumOf(grayOf(look))).toString('hex'),
  };
}
