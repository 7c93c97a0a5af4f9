import { isSystemError } from '../platform/storage/disk-errors.ts';
import { answerInProcess } from '../platform/task-process.ts';
import { createFontFaces } from './font-faces.ts';
import { createSubsets } from './font-subset.ts';
import { createReportImages, type ReportImage } from './report-images.ts';
import { createReportLayout, type ReportLayout } from './report-layout.ts';
import type { ReportOutcome, ReportTask } from './report-process.ts';

const images = createReportImages();
const layOut = createReportLayout({ prepareFaces: createFontFaces(), makeSubset: await createSubsets() });

answerInProcess<ReportTask, ReportOutcome>(async (task) => {
  try {
    return { result: await perform(task) };
  } catch (error) {
    return { error, code: isSystemError(error) ? error.code : undefined };
  }
});

function perform(task: ReportTask): Promise<ReportLayout | ReportImage> {
  if ('layOut' in task) return layOut(task.layOut);
  return 'photo' in task ? images.photo(task.photo) : images.logo(task.logo);
}
