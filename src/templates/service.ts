import type { Caller } from '../api-keys/caller.ts';
import type { Actor } from '../audit/actor.ts';
import { changesBetween } from '../audit/changes.ts';
import { type Audit, recordInEnvironment } from '../audit/service.ts';
import { type Clock, toWireTime } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, TemplateRow } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Created, IdempotencyClaim, WriteOnce } from '../platform/http/idempotency.ts';
import { type Ids, isId } from '../platform/ids.ts';
import { cutToCharacters } from '../platform/text.ts';
import type { SlotImageRepository } from '../slot-images/repository.ts';
import { requireSlotImages } from '../slot-images/slot-references.ts';
import { planOf } from '../workspaces/plans.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import {
  acceptContent,
  type Content,
  type ContentInput,
  changed,
  filledIn,
  type SentContent,
} from './content.ts';
import type { TemplateRepository } from './repository.ts';
import { requireAllowedUrls } from './return-urls.ts';
import type { CreateTemplate, Template, UpdateTemplate } from './schema.ts';

const MAX_NAME_LENGTH = 100;
const COPY = ' (copy)';

type TemplateActor = Actor & Pick<Caller, 'workspaceId' | 'environment' | 'plan'>;

type Templated = SentContent & { template_id?: string | null | undefined };

export type TemplateService = ReturnType<typeof createTemplateService>;

export function createTemplateService(deps: {
  database: Database;
  repository: TemplateRepository;
  slotImages: SlotImageRepository;
  workspaces: WorkspaceRepository;
  writeOnce: WriteOnce;
  audit: Audit;
  ids: Ids;
  clock: Clock;
}) {
  const { database, repository, slotImages, workspaces, writeOnce, audit, ids, clock } = deps;

  async function requireRoom(trx: Queries, by: TemplateActor): Promise<void> {
    if (by.plan.templates === null) return;
    const workspace = await workspaces.lock(trx, by.workspaceId);
    const { templates: limit, name } = workspace === undefined ? by.plan : planOf(workspace.plan);
    if (limit === null || (await repository.count(trx, by)) < limit) return;
    throw new ServiceError(
      'plan_upgrade_required',
      `The ${name} plan allows ${limit} templates. Delete one or upgrade the plan.`,
    );
  }

  async function insert(
    trx: Queries,
    by: TemplateActor,
    { name, content }: { name: string; content: Content },
  ): Promise<Template> {
    await requireRoom(trx, by);
    const now = clock();
    const row = {
      id: ids.next('template', now),
      workspace_id: by.workspaceId,
      environment: by.environment,
      name,
      content: JSON.stringify(content),
      archived_at: null,
      created_at: now,
      updated_at: now,
    } satisfies TemplateRow;
    await repository.insert(trx, row);
    await audit.record(trx, recordInEnvironment(by, 'template.created', row));
    return toWire(row);
  }

  async function find(owner: Owner, id: string): Promise<TemplateRow> {
    return requireRow(isId('template', id) ? await repository.find(owner, id) : undefined);
  }

  return {
    find,
    list: repository.list,
    count: (owner: Owner): Promise<number> => repository.count(database.reader, owner),
    toWire,

    /** Once for each claim; a response that was given before is given again. */
    create(by: TemplateActor, input: CreateTemplate, claim?: IdempotencyClaim): Promise<Created<Template>> {
      return writeOnce(by, 'templates.create', claim, async (trx) => {
        const content = acceptContent(input, by.plan);
        await requireSlotImages(trx, slotImages, by, content.photo_slots);
        await requireAllowedUrls(trx, workspaces, by, input);
        return insert(trx, by, { name: input.name, content });
      });
    },

    async duplicate(
      by: TemplateActor,
      id: string,
      name: string | null,
      claim?: IdempotencyClaim,
    ): Promise<Created<Template>> {
      // The claim is stored under the id, and not every text can be stored.
      if (!isId('template', id)) throw notFound('The template');
      return writeOnce(by, `templates.duplicate ${id}`, claim, async (trx) => {
        const row = requireRow(await repository.find(by, id, trx));
        const copied = cutToCharacters(row.name, MAX_NAME_LENGTH - COPY.length) + COPY;
        return insert(trx, by, { name: name ?? copied, content: contentOf(row) });
      });
    },

    async update(by: TemplateActor, id: string, input: UpdateTemplate): Promise<Template> {
      if (!isId('template', id)) throw notFound('The template');
      const { name, is_archived, ...fields } = input;
      const row = await database.write(async (trx) => {
        const before = requireRow(await repository.lock(trx, by, id));
        // What was there before may be more than the plan of today allows, and name images that are gone.
        const isNew = fields.photo_slots !== undefined;
        const content = acceptContent(
          changed<ContentInput>(contentOf(before), fields as ContentInput),
          isNew ? by.plan : null,
        );
        if (isNew) await requireSlotImages(trx, slotImages, by, content.photo_slots);
        await requireAllowedUrls(trx, workspaces, by, fields);
        const now = clock();
        const wanted = {
          name: name ?? before.name,
          content: JSON.stringify(content),
          archived_at: is_archived === undefined ? before.archived_at : is_archived ? now : null,
        };
        const details = changesOf(before, wanted);
        if (Object.keys(details).length === 0) return before;
        const row = requireRow(await repository.update(trx, by, id, { ...wanted, updated_at: now }));
        await audit.record(trx, recordInEnvironment(by, 'template.changed', row, details));
        return row;
      });
      return toWire(row);
    },

    /** What was created from it stays as it is. */
    async delete(by: TemplateActor, id: string): Promise<void> {
      if (!isId('template', id)) throw notFound('The template');
      await database.write(async (trx) => {
        const deleted = requireRow(await repository.delete(trx, by, id));
        await audit.record(trx, recordInEnvironment(by, 'template.deleted', deleted));
      });
    },

    /** The call with what its template says where it is silent. */
    async fillIn<Input extends Templated>(trx: Queries, owner: Owner, input: Input): Promise<Input> {
      const { template_id: id } = input;
      if (id == null) return input;
      const row = isId('template', id) ? await repository.find(owner, id, trx) : undefined;
      if (row === undefined) throw validationError({ template_id: ['There is no such template.'] });
      if (row.archived_at !== null)
        throw validationError({ template_id: ['This template is archived. Restore it first.'] });
      return filledIn(input, contentOf(row));
    },
  };
}

export type FillIn = TemplateService['fillIn'];

function requireRow(row: TemplateRow | undefined): TemplateRow {
  if (row === undefined) throw notFound('The template');
  return row;
}

/** As stored. What is older may lack what was added since. */
function contentOf({ content }: Pick<TemplateRow, 'content'>): Content {
  return { return_url: null, cancel_url: null, ...JSON.parse(content) };
}

function toWire(row: TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    is_archived: row.archived_at !== null,
    ...contentOf(row),
    created_at: toWireTime(row.created_at),
    updated_at: toWireTime(row.updated_at),
  };
}

/** Names and states before and after; what is too long to read there is only named. */
function changesOf(before: TemplateRow, after: Pick<TemplateRow, 'name' | 'content' | 'archived_at'>) {
  const parts = ({ name, archived_at }: typeof after) => ({ name, is_archived: archived_at !== null });
  const [was, is] = [contentOf(before), contentOf(after)];
  const named = (Object.keys(is) as (keyof Content)[]).filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  );
  const details = changesBetween(parts(before), parts(after));
  return named.length === 0 ? details : { ...details, fields: named.join(', ') };
}
