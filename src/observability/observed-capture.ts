import type { CaptureSubmissions } from '../capture/submissions.ts';
import type { CaptureUploads } from '../capture/uploads.ts';
import { traitsOf } from '../photos/evidence/traits.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Ending, Metrics } from '../platform/metrics.ts';

interface Capture {
  uploads: CaptureUploads;
  submissions: CaptureSubmissions;
}

/** The same, but counted; without metrics it is returned as it is. */
export function observedCapture<T extends Capture>(capture: T, metrics: Metrics | undefined): T {
  if (metrics === undefined) return capture;
  const { uploads, submissions } = capture;
  return {
    ...capture,
    uploads: { ...uploads, accept: observedAccept(uploads, metrics) },
    submissions: { ...submissions, submit: observedSubmit(submissions, metrics) },
  };
}

function observedAccept(uploads: CaptureUploads, metrics: Metrics): CaptureUploads['accept'] {
  return async (...args) => {
    const startedAt = performance.now();
    try {
      const accepted = await uploads.accept(...args);
      const ending = accepted.isNew ? 'done' : 'repeated';
      metrics.uploaded(ending, secondsSince(startedAt), accepted.isNew ? accepted.photo.bytes : 0);
      const unfamiliar = accepted.isNew ? traitsOf(accepted.photo)?.unfamiliar : undefined;
      for (const part of unfamiliar ?? []) metrics.unfamiliarPart(part);
      return accepted;
    } catch (error) {
      metrics.uploaded(endingOf(error), secondsSince(startedAt), 0);
      throw error;
    }
  };
}

function observedSubmit(submissions: CaptureSubmissions, metrics: Metrics): CaptureSubmissions['submit'] {
  return async (...args) => {
    try {
      const isNew = await submissions.submit(...args);
      metrics.submitted('done');
      return isNew;
    } catch (error) {
      metrics.submitted(endingOf(error));
      throw error;
    }
  };
}

function endingOf(error: unknown): Exclude<Ending, 'done'> {
  return error instanceof ServiceError && error.code !== 'service_unavailable' ? 'refused' : 'failed';
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
