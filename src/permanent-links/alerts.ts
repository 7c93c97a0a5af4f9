import type { MailOutbox } from '../email/outbox.ts';
import { createMemberRepository } from '../identity/member-repository.ts';
import { countSubmittedVisits } from '../photo-requests/progress-repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { LinkAlertReason, Owner, PermanentLinkRow } from '../platform/db/tables.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import type { PermanentLinkRepository } from './repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const USUAL_DAYS = 7;
/** So many visits within an hour, and so many times the usual ones, are worth a word. */
const MIN_UNUSUAL = 50;
const TIMES_USUAL = 10;
const COUNT_ALL = Number.MAX_SAFE_INTEGER;

export type LinkAlerts = ReturnType<typeof createLinkAlerts>;

/** Tells the owners of a workspace when a permanent link is used in a way that a person should look at. */
export function createLinkAlerts(deps: {
  database: Database;
  repository: PermanentLinkRepository;
  mails: MailOutbox;
  clock: Clock;
}) {
  const { database, repository, mails, clock } = deps;
  const { emailsOfOwners } = createMemberRepository(database);

  async function tellOwners(
    trx: Queries,
    link: PermanentLinkRow,
    reason: LinkAlertReason,
    now: number,
  ): Promise<void> {
    const workspaceId = link.workspace_id;
    const content = { link_id: link.id, link_name: link.name, reason };
    for (const recipient of await emailsOfOwners(trx, workspaceId)) {
      const mail = { kind: 'link_alert', content, workspaceId, recipient, locale: 'en' } as const;
      await mails.enqueue(trx, mail, now);
    }
  }

  /** Notes it on the link, and emails the owners unless they had an email about this link within a day. */
  function note(owner: Owner, linkId: string, reason: LinkAlertReason): Promise<void> {
    return database.write(async (trx) => {
      const now = clock();
      const link = await repository.lock(trx, owner, linkId);
      if (link === undefined) return;
      const mailedAt = link.alert_mailed_at;
      const isDue = mailedAt === null || mailedAt <= now - DAY_MS || mailedAt > now;
      const mailsNow = isDue && owner.environment === 'live';
      await repository.update(trx, owner, linkId, {
        alert_reason: reason,
        alerted_at: now,
        ...(mailsNow && { alert_mailed_at: now }),
      });
      if (mailsNow) await tellOwners(trx, link, reason, now);
    });
  }

  /** At most once an hour for each reason: whoever floods a link must not flood the database with alerts. */
  async function raise(
    link: { owner: Owner; linkId: string },
    reason: LinkAlertReason,
    rateLimiter: RateLimiter,
  ): Promise<void> {
    const { allowed } = await rateLimiter.take('linkAlerts', `${link.linkId} ${reason}`);
    if (allowed) await note(link.owner, link.linkId, reason);
  }

  return {
    raise,

    /** Counts a visit, and raises an alert when there are far more of them than usual. */
    async visited(link: { owner: Owner; linkId: string }, rateLimiter: RateLimiter): Promise<void> {
      const { limit, remaining } = await rateLimiter.take('linkActivity', link.linkId, COUNT_ALL);
      const visits = limit - remaining;
      if (visits % MIN_UNUSUAL !== 0) return;
      const since = clock() - USUAL_DAYS * DAY_MS;
      const submissions = await countSubmittedVisits(database.reader, link.owner, link.linkId, since);
      const usual = submissions / (USUAL_DAYS * 24);
      if (visits > usual * TIMES_USUAL) await raise(link, 'unusual_rate', rateLimiter);
    },
  };
}
