import type { AccessCodes } from '../permanent-links/access-codes.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import { createProofs, type Challenges as ProofChallenges } from '../platform/http/proof-of-work.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { Capture } from './capture.ts';
import type { CaptureSession } from './capture-session.ts';
import { createCodeEntry } from './codes.ts';
import { createLinkAccess } from './link-access.ts';
import { createLinkGate } from './link-gate.ts';
import { findOpenTarget } from './open-target.ts';
import type { CaptureRepository } from './repository.ts';
import type { AdmitVisit, OpenedSession, Origin } from './sessions.ts';
import type { Submission } from './submissions.ts';
import { type CaptureTarget, requestGone, requireOpen, type TargetKind } from './targets.ts';
import type { AcceptedUpload, Upload } from './uploads.ts';

/** What is opened: by its token, or by the slug of a permanent link. */
interface Address {
  kind: TargetKind;
  key: string;
}

export type CustomerSide = ReturnType<typeof createCustomerSide>;

/** All that pages and calls of customers may do. Whoever comes through a permanent link meets its gate first. */
export function createCustomerSide(deps: {
  capture: Capture;
  repository: Pick<CaptureRepository, 'findRequest' | 'findLink' | 'findRequestByCode' | 'findLinkByCode'>;
  photos: Pick<PhotoRepository, 'listOf'>;
  workspaces: Pick<WorkspaceRepository, 'find'>;
  accessCodes: AccessCodes;
  proofChallenges: ProofChallenges;
  secrets: Secrets;
  publicUrl: string;
  rateLimiter: RateLimiter;
  clock: Clock;
}) {
  const { repository, photos, workspaces, proofChallenges, secrets, publicUrl, rateLimiter, clock } = deps;
  const { alerts, drafts, handovers, thumbnails, wayBack, challenges, uploads, submissions } = deps.capture;
  const { open, find, findTarget, findViewing, shownOn, stateOf } = deps.capture.sessions;
  const access = createLinkAccess({
    codes: deps.accessCodes,
    alerts,
    secrets,
    publicUrl,
    rateLimiter,
    clock,
  });
  const gate = createLinkGate({ repository, photos, drafts, alerts, rateLimiter, clock });
  const proofs = createProofs(proofChallenges, rateLimiter);

  return {
    sessions: { find, findTarget, findViewing, shownOn, stateOf },
    thumbnails,
    wayBack,
    access,
    codes: createCodeEntry({ repository, rateLimiter, proofs, clock }),
    offerHandover: handovers.offer,
    deletePhoto: uploads.delete,

    open(
      { kind, key, ...origin }: Address & Origin,
      from: { address: string; cookies: string | undefined },
    ): Promise<OpenedSession> {
      const admitVisit: AdmitVisit = async (link, { isNew, hasBegun }) => {
        // A session without a photo could be renewed forever by someone who came before there was a code.
        if (!hasBegun) access.requireAdmitted(link, from.cookies);
        if (isNew) await gate.openVisit(link, from.address);
      };
      return open(kind, key, origin, admitVisit);
    },

    async previewHandover({ kind, key, code }: Address & { code: string }): Promise<{ photo_count: number }> {
      const target = await findTarget(kind, key);
      if (target === undefined) throw requestGone();
      requireOpen(target);
      return handovers.preview(target, code);
    },

    /** What the customer is asked to do for the photo of this slot; null: nothing. */
    async challenge(session: CaptureSession, wanted: { slot: number; torch: boolean }) {
      const { target, request } = await findOpenTarget(repository, session, clock());
      const { policy } = target;
      return challenges.issue(session, { policy, refusals: request?.refusals ?? null }, wanted);
    },

    /** `bytes`: as announced. */
    upload(
      session: CaptureSession,
      upload: Upload,
      from: { address: string; bytes: number; log: Pick<Log, 'warn'> },
    ): Promise<AcceptedUpload> {
      const { clientId, slotIndex } = upload;
      return gate.upload(session, from.address, { clientId, slotIndex, bytes: from.bytes }, () =>
        uploads.accept(session, upload, from.log),
      );
    },

    submit(session: CaptureSession, submission: Submission, address: string): Promise<void> {
      return gate.submit(session, address, (admitted) =>
        submissions.submit(session, { ...submission, admitted }),
      );
    },

    /** Whose page it is; undefined when the workspace is gone. */
    async hostOf(workspaceId: string): Promise<CaptureTarget['host'] | undefined> {
      const row = await workspaces.find(workspaceId);
      return row && { name: row.name, brandColor: row.brand_color, logoKey: row.logo_key };
    },
  };
}
