import { entryFile } from '../platform/project-files.ts';
import { createTaskProcess } from '../platform/task-process.ts';
import type { Times } from '../platform/tasks-apart.ts';
import type { LayOutReport, ReportLayout } from './report-layout.ts';
import type { ReportSubject } from './report-subject.ts';

const ENTRY = entryFile('src/reports/layout-process-entry.ts');
const MEMORY_MB = 128;
/** Reports come one by one, and starting it again takes a fifth of a second. */
const IDLE_MS = 10_000;

/**
 * Joining and measuring letters takes a tenth of a second, and fonts and what reads them 60 MB: reports are laid out in a
 * process of its own, which ends soon after.
 */
export function createLayoutProcess(times: Times = {}): LayOutReport {
  const run = createTaskProcess<ReportSubject, ReportLayout>({
    entry: ENTRY,
    what: 'Laying out a report',
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    ...times,
  });
  return (subject) => run(subject);
}
