import { answerInProcess } from '../platform/task-process.ts';
import { createFontFaces } from './font-faces.ts';
import { createSubsets } from './font-subset.ts';
import { createReportImages } from './report-images.ts';
import { createReportLayout } from './report-layout.ts';
import type { ReportTask } from './report-process.ts';

const images = createReportImages();
const layOut = createReportLayout({ prepareFaces: createFontFaces(), makeSubset: await createSubsets() });

answerInProcess(async (task: ReportTask) => {
  if ('layOut' in task) return layOut(task.layOut);
  return 'photo' in task ? images.photo(task.photo) : images.logo(task.logo);
});
