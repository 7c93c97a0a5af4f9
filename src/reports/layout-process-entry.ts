import { answerInProcess } from '../platform/task-process.ts';
import { createFontFaces } from './font-faces.ts';
import { createSubsets } from './font-subset.ts';
import { createReportLayout } from './report-layout.ts';

answerInProcess(createReportLayout({ prepareFaces: createFontFaces(), makeSubset: await createSubsets() }));
