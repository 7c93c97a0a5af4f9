import { parentPort } from 'node:worker_threads';
import { createFontFaces } from './font-faces.ts';
import { createSubsets } from './font-subset.ts';
import type { LayoutResult, LayoutTask } from './layout-thread.ts';
import { createReportLayout } from './report-layout.ts';

const layOut = createReportLayout({ prepareFaces: createFontFaces(), makeSubset: await createSubsets() });

parentPort?.on('message', async ({ id, subject }: LayoutTask) => {
  let response: LayoutResult;
  try {
    response = { id, layout: await layOut(subject) };
  } catch (error) {
    response = { id, error };
  }
  parentPort?.postMessage(response);
});
