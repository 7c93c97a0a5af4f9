import { createHash } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { changesBetween } from '../audit/changes.ts';
import { type Audit, recordInEnvironment } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { type ArchiveRow, type Owner, ownerColumns } from '../platform/db/tables.ts';
import { type ErrorDetails, notFound, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import type { Secrets } from '../platform/secrets.ts';
import { faultOfPattern, faultOfPrefix } from '../shared/archive-pattern.ts';
import type { GuardedClient } from '../webhooks/client/guarded-client.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { type ArchiveSettings, createArchiveRepository, nameOf } from './archive-repository.ts';
import { createArchiveCopyRepository } from './copy-repository.ts';
import type { OpenTarget } from './target.ts';
import { type ArchiveInput, type ShownArchive, toWireArchive } from './web-schema.ts';

const MAX_COUNTED = 1_000;
const BATCH = 500;
const DEFAULT_REGION = 'us-east-1';
const TEST_ID_BYTES = 8;
const WHAT = 'The archive';

export type ArchiveSettingsService = ReturnType<typeof createArchiveSettings>;

/** Where an environment of a workspace keeps copies of its own, as its admins decide. */
export function createArchiveSettings(deps: {
  database: Database;
  workspaces: Pick<WorkspaceRepository, 'lock'>;
  client: Pick<GuardedClient, 'faultOf'>;
  openTarget: OpenTarget;
  secrets: Pick<Secrets, 'seal' | 'unseal'>;
  audit: Audit;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const { database, workspaces, client, openTarget, secrets, audit, ids, random, clock } = deps;
  const repository = createArchiveRepository(database);
  const copies = createArchiveCopyRepository(database);

  async function show(owner: Owner): Promise<ShownArchive> {
    const [row, waiting, failed] = await Promise.all([
      repository.find(owner),
      copies.count(owner, 'waiting', MAX_COUNTED),
      copies.count(owner, 'failed', MAX_COUNTED),
    ]);
    return { archive: row === undefined ? null : toWireArchive(row), waiting, failed };
  }

  /** What the secret opens must be where it was entered for: no one may have it sent to an address of their own. */
  function passwordFor(input: Where, current: ArchiveRow | undefined, secret: string | null): string {
    if (secret !== null) return secret;
    if (current !== undefined && isSamePlace(input, current))
      return secrets.unseal('archive-secrets', current.id, current.secret);
    throw validationError({
      secret: [current === undefined ? 'This field is required.' : 'Enter it again for the new address.'],
    });
  }

  return {
    show,

    async save(by: Actor & Owner, input: ArchiveInput): Promise<ShownArchive> {
      const { secret, ...checked } = await checkedInput(input, client);
      await database.write(async (trx) => {
        const now = clock();
        // Locked, so that of two who set one up at once the second changes it.
        if ((await workspaces.lock(trx, by.workspaceId)) === undefined) throw notFound('The workspace');
        const current = await repository.find(by, trx);
        const id = current?.id ?? ids.next('archive', now);
        const password = passwordFor(checked, current, secret);
        const settings: ArchiveSettings = {
          ...checked,
          secret: secrets.seal('archive-secrets', id, password),
        };
        if (current === undefined) await repository.insert(trx, { ...newLane(id, by, now), ...settings });
        else await repository.change(trx, id, settings, now);
        await copies.hasten(trx, by, now);
        const changes = current === undefined ? {} : changesBetween(partsOf(current), partsOf(settings));
        const details = { url: settings.url, ...changes };
        const verb = current === undefined ? 'created' : 'changed';
        await audit.record(trx, recordInEnvironment(by, `archive.${verb}`, subjectOf(id, settings), details));
        database.afterCommit(trx, () => database.signals.send('archive'));
      });
      return show(by);
    },

    /** What waits is not copied any more; what was copied stays where it is. */
    async delete(by: Actor & Owner): Promise<void> {
      await database.write(async (trx) => {
        const row = await repository.delete(trx, by);
        if (row === undefined) throw notFound(WHAT);
        await audit.record(
          trx,
          recordInEnvironment(by, 'archive.deleted', subjectOf(row.id, row), { url: row.url }),
        );
      });
      const deleteBatch = () => database.write((trx) => copies.deleteWaiting(trx, by, BATCH));
      while ((await deleteBatch()) === BATCH);
    },

    /** Writes a small file and deletes it, with the settings as they are on the page. Undefined: it worked. */
    async test(owner: Owner, input: ArchiveInput): Promise<string | undefined> {
      const { secret, ...checked } = await checkedInput(input, client);
      const password = passwordFor(checked, await repository.find(owner), secret);
      const target = openTarget({ ...checked, password });
      const name = `shutterpost-test-${Buffer.from(random(TEST_ID_BYTES)).toString('hex')}.txt`;
      const text = Buffer.from('This file was written to test the archive, and can be deleted.\n');
      const written = await target.put(name, {
        bytes: text.length,
        sha256: createHash('sha256').update(text).digest('hex'),
        contentType: 'text/plain',
        async *chunks() {
          yield text;
        },
      });
      if (written !== undefined) return written.error;
      const deleted = await target.delete(name);
      return deleted && `The test file ${name} was written, but could not be deleted. ${deleted.error}`;
    },
  };
}

type Where = Pick<ArchiveRow, 'kind' | 'url' | 'bucket' | 'username'>;

function isSamePlace(a: Where, b: Where): boolean {
  return a.kind === b.kind && new URL(a.url).origin === new URL(b.url).origin && a.username === b.username;
}

/** The settings as they are stored; throws with all faults together. */
async function checkedInput(
  input: ArchiveInput,
  client: Pick<GuardedClient, 'faultOf'>,
): Promise<Omit<ArchiveSettings, 'secret'> & { secret: string | null }> {
  const isS3 = input.kind === 's3';
  const url = input.url.trim();
  const prefix = isS3 ? (input.prefix ?? '').trim() : '';
  const bucket = isS3 ? (input.bucket ?? '').trim() : '';
  const region = isS3 ? (input.region ?? '').trim() || DEFAULT_REGION : '';
  const pattern = input.pattern.trim();
  const username = input.username.trim();
  const faults: Record<string, string | undefined> = {
    url: (await client.faultOf(url)) ?? (url.includes('?') ? 'Must not contain a query (?).' : undefined),
    bucket:
      isS3 && !/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(bucket)
        ? 'Must be the name of a bucket.'
        : undefined,
    region: isS3 && !/^[A-Za-z0-9-]{1,60}$/.test(region) ? 'Must be a region, such as us-east-1.' : undefined,
    prefix: faultOfPrefix(prefix),
    pattern: faultOfPattern(pattern),
    username: faultOfUsername(username, isS3),
    photos:
      input.photos === 'none' && !input.report && !input.request_json ? 'Choose what to copy.' : undefined,
  };
  const details: ErrorDetails = {};
  for (const [field, fault] of Object.entries(faults)) if (fault !== undefined) details[field] = [fault];
  if (Object.keys(details).length > 0) throw validationError(details);
  return {
    kind: input.kind,
    url,
    region,
    bucket,
    prefix,
    username,
    secret: input.secret ?? null,
    photos: input.photos,
    with_report: input.report ? 1 : 0,
    with_request: input.request_json ? 1 : 0,
    pattern,
    only_approved: input.only_approved ? 1 : 0,
  };
}

/** It becomes part of a header, where a colon ends the name of a user. */
function faultOfUsername(username: string, isS3: boolean): string | undefined {
  if (isS3) return /^[\x21-\x7e]+$/.test(username) ? undefined : 'Must be an access key ID.';
  return /[\p{Cc}:]/u.test(username) ? 'Must not contain a colon or control characters.' : undefined;
}

function newLane(id: string, owner: Owner, now: number): Omit<ArchiveRow, keyof ArchiveSettings> {
  return {
    id,
    ...ownerColumns(owner),
    is_waiting: 0,
    attempt_count: 0,
    next_attempt_at: now,
    leased_by: null,
    failures: 0,
    error: null,
    created_at: now,
    updated_at: now,
  };
}

function subjectOf(id: string, settings: Pick<ArchiveRow, 'bucket' | 'url'>) {
  return { id, name: nameOf(settings) };
}

/** What the audit log tells of a change; never the secret. */
function partsOf(settings: Omit<ArchiveSettings, 'secret'>) {
  const { kind, url, region, bucket, prefix, username, photos, pattern } = settings;
  return {
    kind,
    url,
    region,
    bucket,
    prefix,
    username,
    photos,
    pattern,
    report: settings.with_report === 1,
    request_json: settings.with_request === 1,
    only_approved: settings.only_approved === 1,
  };
}
