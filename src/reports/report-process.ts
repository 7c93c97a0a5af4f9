import { ServiceError } from '../platform/errors.ts';
import { createTaskProcess } from '../platform/task-process.ts';
import type { Times } from '../platform/tasks-apart.ts';
import type { ReportImage } from './report-images.ts';
import type { LayOutReport, ReportLayout } from './report-layout.ts';
import type { ReportSubject } from './report-subject.ts';

const ENTRY = 'src/reports/report-process-entry.ts';
const MEMORY_MB = 128;
/** Reports come one by one, and starting it again takes a fifth of a second. */
const IDLE_MS = 10_000;

const RETRY_AFTER_SECONDS = 5;

export type ReportTask = { layOut: ReportSubject } | { photo: Buffer } | { logo: Buffer };

/** Errors lose their code on the way out of a process. */
export type ReportOutcome =
  | { result: ReportLayout | ReportImage }
  | { error: unknown; code: string | undefined };

export interface ReportProcess {
  layOut: LayOutReport;
  printPhoto(jpeg: Buffer): Promise<ReportImage>;
  printLogo(png: Buffer): Promise<ReportImage>;
}

/**
 * Joining and measuring letters takes long, and fonts, images and what reads them much memory: reports are laid out, and
 * their images made smaller, in a process of its own, which ends soon after.
 */
export function createReportProcess(times: Times = {}): ReportProcess {
  const run = createTaskProcess<ReportTask, ReportOutcome>({
    entry: ENTRY,
    what: 'Making a report',
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    ...times,
  });

  async function ask(task: ReportTask): Promise<ReportLayout | ReportImage> {
    const outcome = await attempt(task);
    if ('result' in outcome) return outcome.result;
    const { error, code } = outcome;
    throw error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error;
  }

  /** A process that could not start, ended, or took too long says nothing about the report. */
  async function attempt(task: ReportTask): Promise<ReportOutcome> {
    try {
      return await run(task);
    } catch (cause) {
      throw new ServiceError(
        'service_unavailable',
        'Reports cannot be created right now. Try again in a moment.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
      );
    }
  }

  return {
    layOut: (subject) => ask({ layOut: subject }) as Promise<ReportLayout>,
    printPhoto: (photo) => ask({ photo }) as Promise<ReportImage>,
    printLogo: (logo) => ask({ logo }) as Promise<ReportImage>,
  };
}
