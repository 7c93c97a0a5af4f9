import type { LinkDrafts } from '../permanent-links/drafts.ts';
import { advanceRequest, insertVisit } from '../photo-requests/progress-repository.ts';
import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { type Random, randomTextOf } from '../platform/random.ts';
import { newToken } from '../platform/tokens.ts';
import { newCode } from '../shared/short-code.ts';
import type { CaptureSession } from './capture-session.ts';
import type { CaptureRepository } from './repository.ts';
import { linkTarget, requestGone, requireEdition, requireOpen } from './targets.ts';

/** A visit that is not submitted within a day is an abandoned draft. */
const DRAFT_MS = 24 * 3_600_000;
const CODE_ATTEMPTS = 5;

export type Visits = ReturnType<typeof createVisits>;

export function createVisits(deps: { repository: CaptureRepository; drafts: LinkDrafts; random: Random }) {
  const { repository, drafts, random } = deps;
  return {
    /** Makes the photo request that a visit to a permanent link becomes with its first photo. */
    async begin(
      trx: Queries,
      session: CaptureSession,
      { edition, now }: { edition?: string | undefined; now: number },
    ): Promise<void> {
      const { owner, permanentLinkId } = session;
      const link =
        permanentLinkId === null ? undefined : await repository.findLink(owner, permanentLinkId, trx);
      if (link === undefined) throw requestGone();
      const target = linkTarget(link, now);
      requireOpen(target);
      requireEdition(target, edition);
      await drafts.beginVisit(trx, owner, link.id);
      const row: PhotoRequestRow = {
        id: session.requestId,
        workspace_id: owner.workspaceId,
        environment: owner.environment,
        type: 'permanent',
        status: 'in_progress',
        instructions: link.instructions,
        photo_slots: link.photo_slots,
        token: newToken(random),
        unique_code: '',
        permanent_link_id: link.id,
        external_id: null,
        metadata: link.metadata,
        locale: 'en',
        recipient_email: null,
        email_status: null,
        expires_at: now + DRAFT_MS,
        first_viewed_at: session.openedAt,
        submitted_at: null,
        held_at: null,
        created_at: now,
        unsent_photos: 0,
        expected_location: null,
        refusals: null,
        reviews: null,
        requires_review: link.requires_review,
        viewed_round: 1,
        questions: link.questions,
        answers: null,
        template_id: link.template_id,
        translations: link.translations,
        evidence_policy: link.evidence_policy,
        reminders: null,
        recipient_phone: null,
        phone_channel: null,
        sms_status: null,
        return_urls: link.return_urls,
      };
      for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt++) {
        row.unique_code = newCode('photo_request', randomTextOf(random));
        if (await insertVisit(trx, row)) {
          // The ticket of this very photo is one. More of them: the visit had begun, and was deleted.
          if ((await repository.countUsedTickets(row.id, trx)) > 1) throw requestGone();
          return;
        }
        // The visit's other first photo was faster.
        const isThere = await advanceRequest(trx, owner, row.id, { status: 'in_progress' }, now);
        if (isThere !== undefined) return;
      }
      throw new Error('No free code was found for a visit to a permanent link');
    },
  };
}
