import type { Caller } from '../api-keys/caller.ts';
import type { Actor } from '../audit/actor.ts';
import { type Audit, recordInEnvironment } from '../audit/service.ts';
import { slotsOf } from '../photos/photo-slots.ts';
import { type Clock, toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PermanentLinkRow } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Created, IdempotencyClaim, WriteOnce } from '../platform/http/idempotency.ts';
import { type Ids, isId } from '../platform/ids.ts';
import { type Random, randomTextOf } from '../platform/random.ts';
import { cutToCharacters } from '../platform/text.ts';
import { questionsOf } from '../questions/answers.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import { newCode } from '../shared/short-code.ts';
import type { SlotImageRepository } from '../slot-images/repository.ts';
import { requireSlotImages } from '../slot-images/slot-references.ts';
import { acceptCommon, commonColumns } from '../templates/content.ts';
import { requireAllowedUrls, returnUrlsOf } from '../templates/return-urls.ts';
import type { FillIn } from '../templates/service.ts';
import { translationsOf } from '../templates/translations.ts';
import { planOf } from '../workspaces/plans.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { requireQuota } from '../workspaces/take-quota.ts';
import type { AccessCodes } from './access-codes.ts';
import { chooseSlug } from './choose-slug.ts';
import type { DeleteHeldVisits } from './held-visits.ts';
import { changesOf, commonChanges, toChanges } from './link-changes.ts';
import type { PermanentLinkRepository } from './repository.ts';
import type { CreatePermanentLink, PermanentLink, UpdatePermanentLink } from './schema.ts';
import { NONE } from './visit-limits.ts';
import type { LinkVisitRepository, LinkVisits } from './visit-repository.ts';

const MAX_NAME_LENGTH = 100;
const ATTEMPTS = 5;
const NO_VISITS: LinkVisits = { drafts: NONE, held: NONE };

/** Who creates or changes a link: the API's caller, or whoever acts in the web application. */
export type LinkEditor = Pick<Caller, 'workspaceId' | 'environment' | 'plan'>;

/** A new link also needs room in the quota. */
export type LinkCreator = LinkEditor & Pick<Caller, 'usage'>;

type LinkActor = Actor & LinkEditor;

export type PermanentLinkService = ReturnType<typeof createPermanentLinkService>;

export function createPermanentLinkService(deps: {
  database: Database;
  repository: PermanentLinkRepository;
  slotImages: SlotImageRepository;
  fillIn: FillIn;
  accessCodes: AccessCodes;
  deleteHeldVisits: DeleteHeldVisits;
  linkVisits: LinkVisitRepository;
  workspaces: WorkspaceRepository;
  writeOnce: WriteOnce;
  audit: Audit;
  urls: CustomerUrls;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const { database, repository, accessCodes, deleteHeldVisits, linkVisits, workspaces, writeOnce, audit } =
    deps;
  const { slotImages, fillIn, urls, ids, random, clock } = deps;

  function toWire(row: PermanentLinkRow, { drafts, held }: LinkVisits = NO_VISITS): PermanentLink {
    const url = urls.permanentLinkUrl(row.slug);
    return {
      id: row.id,
      type: 'permanent',
      name: row.name,
      slug: row.slug,
      url,
      request_url: url,
      unique_code: row.unique_code,
      code_entry_url: urls.codeEntryUrl,
      instructions: row.instructions,
      photo_slots: slotsOf(row),
      is_active: row.is_active === 1,
      expires_at: toWireTimeOrNull(row.expires_at),
      max_submissions: row.max_submissions,
      submission_count: row.submission_count,
      daily_limit_per_address: row.daily_limit_per_address,
      has_access_code: row.access_code !== null,
      requires_approval: row.requires_approval === 1,
      requires_review: row.requires_review === 1,
      questions: questionsOf(row),
      template_id: row.template_id,
      translations: translationsOf(row) as PermanentLink['translations'],
      evidence_policy: row.evidence_policy === null ? null : JSON.parse(row.evidence_policy),
      ...returnUrlsOf(row),
      held_count: held.count,
      last_alert:
        row.alert_reason === null || row.alerted_at === null
          ? null
          : { reason: row.alert_reason, at: toWireTime(row.alerted_at) },
      draft_count: drafts.count,
      draft_bytes: drafts.bytes,
      metadata: JSON.parse(row.metadata),
      created_at: toWireTime(row.created_at),
      updated_at: toWireTime(row.updated_at),
    };
  }

  async function checkLimit(trx: Queries, editor: LinkEditor): Promise<void> {
    if (editor.plan.permanentLinks === null) return;
    const workspace = await workspaces.lock(trx, editor.workspaceId);
    const { permanentLinks: limit, name } = workspace === undefined ? editor.plan : planOf(workspace.plan);
    if (limit === null || (await repository.count(trx, editor)) < limit) return;
    throw new ServiceError(
      'plan_upgrade_required',
      `The ${name} plan allows ${limit} permanent ${limit === 1 ? 'link' : 'links'}. Delete one or upgrade the plan.`,
    );
  }

  /** As it is stored; undefined and null as they are. */
  const sealedCode = (linkId: string, code: string | null | undefined) =>
    typeof code === 'string' ? accessCodes.seal(linkId, code) : code;

  /** One link as the API shows it, with what waits in it. */
  async function show(owner: Owner, row: PermanentLinkRow): Promise<PermanentLink> {
    return toWire(row, (await linkVisits.totals(owner, row.id)).get(row.id));
  }

  async function insert(
    trx: Queries,
    creator: LinkCreator,
    sent: CreatePermanentLink,
  ): Promise<PermanentLink> {
    const now = clock();
    const input = await fillIn(trx, creator, sent);
    const accepted = acceptCommon(input, { plan: creator.plan, allowsIdentifier: true });
    // A template may name images that were deleted since: they are not shown.
    if (sent.photo_slots != null) await requireSlotImages(trx, slotImages, creator, accepted.slots);
    await requireAllowedUrls(trx, workspaces, creator, sent);
    checkFuture(input.expires_at, now);
    requireQuota(creator, now);
    await checkLimit(trx, creator);
    const id = ids.next('permanentLink', now);
    const instructions = (input.instructions ?? input.name) as string;
    const name = input.name ?? cutToCharacters(instructions.trim(), MAX_NAME_LENGTH);
    const wanted = typeof input.slug === 'string' ? { slug: input.slug } : { name };
    const row = {
      id,
      workspace_id: creator.workspaceId,
      environment: creator.environment,
      name,
      slug: await chooseSlug(trx, { workspaceId: creator.workspaceId, linkId: id }, wanted, random),
      unique_code: '',
      instructions,
      ...commonColumns(accepted, input),
      template_id: input.template_id ?? null,
      is_active: input.is_active === false ? 0 : 1,
      expires_at: input.expires_at ?? null,
      max_submissions: input.max_submissions ?? null,
      submission_count: 0,
      daily_limit_per_address: input.daily_limit_per_address ?? null,
      access_code: sealedCode(id, input.access_code) ?? null,
      requires_approval: input.requires_approval === true ? 1 : 0,
      alert_reason: null,
      alerted_at: null,
      alert_mailed_at: null,
      created_at: now,
      updated_at: now,
    } satisfies PermanentLinkRow;

    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      row.unique_code = newCode('permanent_link', randomTextOf(random));
      if (await repository.insert(trx, row)) return toWire(row);
    }
    throw new Error('No free code was found for a permanent link');
  }

  return {
    show,

    /** How the API shows each row of a page, with the drafts of all of them read at once. */
    async pageMapper(owner: Owner): Promise<(row: PermanentLinkRow) => PermanentLink> {
      const visits = await linkVisits.totals(owner);
      return (row) => toWire(row, visits.get(row.id));
    },

    /** Once for each claim; a response that was given before is given again. */
    create(
      by: Actor & LinkCreator,
      input: CreatePermanentLink,
      claim?: IdempotencyClaim,
    ): Promise<Created<PermanentLink>> {
      return writeOnce(by, 'permanent_links.create', claim, async (trx) => {
        const link = await insert(trx, by, input);
        await audit.record(trx, recordInEnvironment(by, 'permanent_link.created', link));
        return link;
      });
    },

    async find(owner: Owner, id: string): Promise<PermanentLinkRow> {
      const row = isId('permanentLink', id) ? await repository.find(owner, id) : undefined;
      if (row === undefined) throw notFound('The permanent link');
      return row;
    },

    /** For the team, who hand it out; null when there is none, or none that can be read. */
    accessCodeOf: (row: PermanentLinkRow): string | null => accessCodes.read(row) ?? null,

    list: repository.list,

    async update(by: LinkActor, id: string, input: UpdatePermanentLink): Promise<PermanentLink> {
      if (!isId('permanentLink', id)) throw notFound('The permanent link');
      const now = clock();
      checkFuture(input.expires_at, now);
      const changes = toChanges(input);
      const access_code = sealedCode(id, input.access_code);
      if (access_code !== undefined) changes.access_code = access_code;
      const row = await database.write(async (trx) => {
        const current = await repository.lock(trx, by, id);
        if (current === undefined) return current;
        const common = commonChanges(current, input, by);
        if (common !== undefined) {
          if (input.photo_slots !== undefined) await requireSlotImages(trx, slotImages, by, common.slots);
          await requireAllowedUrls(trx, workspaces, by, input);
          Object.assign(changes, common.columns);
        }
        if (Object.keys(changes).length === 0) return current;
        if (changes.slug !== undefined && changes.slug !== current.slug) {
          const claim = { workspaceId: by.workspaceId, linkId: id };
          await chooseSlug(trx, claim, { slug: changes.slug }, random);
        }
        const updated = await repository.update(trx, by, id, { ...changes, updated_at: now });
        const details = updated === undefined ? {} : changesOf(current, updated);
        if (updated !== undefined && Object.keys(details).length > 0)
          await audit.record(trx, recordInEnvironment(by, 'permanent_link.changed', updated, details));
        return updated;
      });
      if (row === undefined) throw notFound('The permanent link');
      return show(by, row);
    },

    /**
     * Closes the link. What was submitted through it stays, and so does the claim on its slugs; what waits for approval
     * goes with it, since no one could approve it any more.
     */
    async delete(by: Actor & Owner, id: string): Promise<void> {
      if (!isId('permanentLink', id)) throw notFound('The permanent link');
      await database.write(async (trx) => {
        // In this order, as everywhere: a submission that is being held holds its request, then the link.
        await deleteHeldVisits(trx, by, id);
        const deleted = await repository.delete(trx, by, id);
        if (deleted === undefined) throw notFound('The permanent link');
        // Deleting the link waited for whoever held a submission meanwhile.
        await deleteHeldVisits(trx, by, id);
        await audit.record(trx, recordInEnvironment(by, 'permanent_link.deleted', deleted));
      });
    },
  };
}

function checkFuture(expiresAt: number | null | undefined, now: number): void {
  if (typeof expiresAt === 'number' && expiresAt <= now) {
    throw validationError({ expires_at: ['Must be in the future.'] });
  }
}
