import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner } from '../platform/db/tables.ts';
import {
  type DraftTotals,
  GRACE,
  isFull,
  isUnderPressure,
  linkBusy,
  MAX_DRAFTS,
  MAX_HELD,
  NONE,
} from './visit-limits.ts';
import type { LinkVisitRepository, VisitsByLink } from './visit-repository.ts';

const HOUR_MS = 3_600_000;
/** Under pressure a draft is kept for as long after its last photo; otherwise for a day. */
const IDLE_MS = HOUR_MS;
const RETRY_SECONDS = 600;

/** Someone's visit to a permanent link, or to a photo request, which is none. */
interface Visit {
  owner: Owner;
  requestId: string;
  permanentLinkId: string | null;
}

export type LinkDrafts = ReturnType<typeof createLinkDrafts>;

/** Bounds what visitors of permanent links leave behind without submitting it (0078). */
export function createLinkDrafts(deps: {
  database: Database;
  linkVisits: LinkVisitRepository;
  clock: Clock;
}) {
  const { database, linkVisits, clock } = deps;

  async function requireRoom(owner: Owner, linkId: string, factor: number, queries: Queries): Promise<void> {
    const all = await linkVisits.totals(owner, undefined, queries);
    const { drafts, held } = all.get(linkId) ?? { drafts: NONE, held: NONE };
    const isLinkFull = isFull(drafts, MAX_DRAFTS.perLink, factor) || isFull(held, MAX_HELD, factor);
    if (isLinkFull || isFull(totalDrafts(all), MAX_DRAFTS.perWorkspace, factor))
      throw linkBusy(RETRY_SECONDS);
  }

  return {
    /** Throws when the link, or its workspace, has too many drafts for another visitor. */
    requireRoomForVisit: (owner: Owner, linkId: string) => requireRoom(owner, linkId, 1, database.reader),

    /** The same inside the transaction that begins the visit, and safe against others that begin at the same time. */
    async beginVisit(trx: Queries, owner: Owner, linkId: string): Promise<void> {
      await linkVisits.lockLink(trx, owner, linkId);
      await requireRoom(owner, linkId, 1, trx);
    },

    async photoAdded(trx: Queries, visit: Visit, now: number): Promise<void> {
      const { owner, requestId, permanentLinkId } = visit;
      if (permanentLinkId === null) return;
      await linkVisits.lockLink(trx, owner, permanentLinkId);
      await requireRoom(owner, permanentLinkId, GRACE, trx);
      await linkVisits.track(trx, owner, requestId, now);
    },

    /** Removing renews nothing, or a draft could be kept alive without a photo. */
    async photoRemoved(trx: Queries, visit: Visit, now: number): Promise<void> {
      if (visit.permanentLinkId !== null)
        await linkVisits.track(trx, visit.owner, visit.requestId, now, { isActive: false });
    },

    /** One pass of the sweep: where drafts pile up, those that no one works on go before their day is over. */
    async ageOut(): Promise<void> {
      const now = clock();
      const all = await linkVisits.allDrafts();
      const byOwner = Map.groupBy(all, ({ workspace_id, environment }) => `${workspace_id} ${environment}`);
      for (const drafts of byOwner.values()) {
        const isOwnerPressed = isUnderPressure(sum(drafts), MAX_DRAFTS.perWorkspace);
        for (const { workspace_id, environment, permanent_link_id, ...totals } of drafts) {
          if (!isOwnerPressed && !isUnderPressure(totals, MAX_DRAFTS.perLink)) continue;
          const owner = { workspaceId: workspace_id, environment };
          const idle = { idleSince: now - IDLE_MS, now };
          await database.write((trx) => linkVisits.endIdle(trx, owner, permanent_link_id, idle));
        }
      }
    },
  };
}

export function totalDrafts(byLink: VisitsByLink): DraftTotals {
  return sum([...byLink.values()].map(({ drafts }) => drafts));
}

function sum(parts: DraftTotals[]): DraftTotals {
  return parts.reduce(
    (all, { count, bytes }) => ({ count: all.count + count, bytes: all.bytes + bytes }),
    NONE,
  );
}
