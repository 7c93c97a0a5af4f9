import { type CaptureDeps, createCapture } from './capture/capture.ts';
import { createCustomerSide } from './capture/customer-side.ts';
import { createCaptureRepository } from './capture/repository.ts';
import { createIsUploadProbe } from './capture/upload-probe.ts';
import { observedCapture } from './observability/observed-capture.ts';
import type { AccessCodes } from './permanent-links/access-codes.ts';
import type { PhotoRequestService } from './photo-requests/service.ts';
import { createJudge } from './photos/evidence/judge.ts';
import type { Challenges } from './platform/http/proof-of-work.ts';
import type { RateLimiter } from './platform/http/rate-limit.ts';
import type { Metrics } from './platform/metrics.ts';
import { createSampleSubmissions } from './sample-submissions/service.ts';
import type { Platform } from './service-platform.ts';
import type { WorkspaceRepository } from './workspaces/repository.ts';

/** The customer's side, and the test helper that plays the customer. */
export function createCaptureServices(
  deps: Omit<CaptureDeps, 'repository' | 'judge' | 'onStep'> & {
    photoRequests: PhotoRequestService;
    workspaces: WorkspaceRepository;
    accessCodes: AccessCodes;
    proofChallenges: Challenges;
    metrics: Metrics | undefined;
    onCaptureStep: Platform['onCaptureStep'];
  },
) {
  const { photoRequests, workspaces, accessCodes, proofChallenges, onCaptureStep, ...parts } = deps;
  const { photos, images, secrets, publicUrl, clock, random } = parts;
  const repository = createCaptureRepository(parts.database);
  const capture = observedCapture(
    createCapture({ ...parts, repository, judge: createJudge(photos), onStep: onCaptureStep ?? (() => {}) }),
    parts.metrics,
  );
  const { sessions, uploads, submissions } = capture;
  return {
    capture,
    customerSideWith: (rateLimiter: RateLimiter) =>
      createCustomerSide({
        capture,
        repository,
        photos,
        workspaces,
        accessCodes,
        proofChallenges,
        secrets,
        publicUrl,
        rateLimiter,
        clock,
      }),
    isUploadProbe: createIsUploadProbe({ secrets, clock }),
    sampleSubmissions: createSampleSubmissions({
      sessions,
      uploads,
      submissions,
      images,
      photoRequests,
      clock,
      random,
    }),
  };
}
