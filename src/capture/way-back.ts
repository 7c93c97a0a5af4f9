import type { Clock } from '../platform/clock.ts';
import type { ReturnService } from '../returns/service.ts';
import { type SignedReturn, withReturn } from '../returns/signature.ts';
import type { CaptureSession } from './capture-session.ts';
import type { WayBack } from './pages/page-data.ts';
import type { CaptureRepository } from './repository.ts';
import { type CaptureTarget, requestTarget } from './targets.ts';

/**
 * Where a customer who has submitted goes: only ever to the stored address, and only while its origin is allowed. Also for a
 * session that was handed over, since its customer began on the site (0115).
 */
export function createWayBack(deps: {
  repository: CaptureRepository;
  returns: Pick<ReturnService, 'sign'>;
  clock: Clock;
}) {
  const { repository, returns, clock } = deps;

  async function of({ status, requestId, owner, urls }: CaptureTarget): Promise<WayBack | null> {
    if (status !== 'submitted' || requestId === null || urls.return_url === null) return null;
    const signed = await returns.sign(owner, { photo_request_id: requestId, status });
    const url = withReturn(urls.return_url, signed);
    return { url, host: new URL(url).host };
  }

  return {
    of,

    /** What a site that shows the page in a frame hears at the end. */
    async receipt({ owner, requestId }: CaptureSession): Promise<SignedReturn | null> {
      const row = await repository.findRequest(owner, requestId);
      const status = row === undefined ? undefined : requestTarget(row, clock()).status;
      return status === 'submitted' ? returns.sign(owner, { photo_request_id: requestId, status }) : null;
    },

    async ofSession({ owner, requestId }: CaptureSession): Promise<WayBack | null> {
      const row = await repository.findRequest(owner, requestId);
      return row === undefined ? null : of(requestTarget(row, clock()));
    },
  };
}
