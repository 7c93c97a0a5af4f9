import { createTaskProcess } from '../platform/task-process.ts';
import type { Times } from '../platform/tasks-apart.ts';
import type { ReportImage } from './report-images.ts';
import type { LayOutReport, ReportLayout } from './report-layout.ts';
import type { ReportSubject } from './report-subject.ts';

const ENTRY = 'src/reports/report-process-entry.ts';
const MEMORY_MB = 128;
/** Reports come one by one, and starting it again takes a fifth of a second. */
const IDLE_MS = 10_000;

export type ReportTask = { layOut: ReportSubject } | { photo: Buffer } | { logo: Buffer };

export interface ReportProcess {
  layOut: LayOutReport;
  printPhoto(jpeg: Buffer): Promise<ReportImage>;
  printLogo(png: Buffer): Promise<ReportImage>;
}

/**
 * Joining and measuring letters takes a tenth of a second, and fonts, images and what reads them 60 MB: reports are laid
 * out, and their images made smaller, in a process of its own, which ends soon after.
 */
export function createReportProcess(times: Times = {}): ReportProcess {
  const run = createTaskProcess<ReportTask, ReportLayout | ReportImage>({
    entry: ENTRY,
    what: 'Making a report',
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    ...times,
  });
  return {
    layOut: (subject) => run({ layOut: subject }) as Promise<ReportLayout>,
    printPhoto: (photo) => run({ photo }) as Promise<ReportImage>,
    printLogo: (logo) => run({ logo }) as Promise<ReportImage>,
  };
}
