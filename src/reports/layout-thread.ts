import { entryFile } from '../platform/project-files.ts';
import { createTaskThread } from '../platform/task-thread.ts';
import type { LayOutReport, ReportLayout, ReportSubject } from './report-layout.ts';

const ENTRY = entryFile('src/reports/layout-thread-entry.ts');
const MEMORY_MB = 128;

/** Joining and measuring letters takes a tenth of a second, so reports are laid out in a thread of their own. */
export function createLayoutThread(times: { idleMs?: number; longestMs?: number } = {}): LayOutReport {
  const run = createTaskThread<ReportSubject, ReportLayout>({
    entry: ENTRY,
    what: 'Laying out a report',
    memoryMb: MEMORY_MB,
    ...times,
  });
  return (subject) => run(subject);
}
