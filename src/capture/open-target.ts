import type { PhotoRequestRow } from '../platform/db/tables.ts';
import type { CaptureSession } from './capture-session.ts';
import type { CaptureRepository } from './repository.ts';
import {
  type CaptureTarget,
  linkTarget,
  requestGone,
  requestTarget,
  requireOpen,
  roundOver,
} from './targets.ts';

/** What a session takes photos for; throws when it takes none any more. The request of a visit is created with its first photo. */
export async function findOpenTarget(
  repository: Pick<CaptureRepository, 'findRequest' | 'findLink'>,
  { owner, requestId, permanentLinkId, round }: CaptureSession,
  now: number,
): Promise<{ target: CaptureTarget; request: PhotoRequestRow | undefined }> {
  const request = await repository.findRequest(owner, requestId);
  const link =
    request !== undefined || permanentLinkId === null
      ? undefined
      : await repository.findLink(owner, permanentLinkId);
  const target = request !== undefined ? requestTarget(request, now) : link && linkTarget(link, now);
  if (target === undefined) throw requestGone();
  requireOpen(target);
  if (target.round !== round) throw roundOver();
  return { target, request };
}
