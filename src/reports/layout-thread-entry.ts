import { answerTasks } from '../platform/task-thread.ts';
import { createFontFaces } from './font-faces.ts';
import { createSubsets } from './font-subset.ts';
import { createReportLayout } from './report-layout.ts';

answerTasks(createReportLayout({ prepareFaces: createFontFaces(), makeSubset: await createSubsets() }));
