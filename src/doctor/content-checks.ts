import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { photoKey } from '../photos/keys.ts';
import { createPhotoRepository } from '../photos/repository.ts';
import type { Database } from '../platform/db/database.ts';
import { createSecrets } from '../platform/secrets.ts';
import type { DoctorContext } from './context.ts';
import { type Check, failure, ok, warning } from './finding.ts';

const SAMPLE = 25;
const SAMPLE_NAMED = 5;
const LATE_MS = 15 * 60_000;
const MAX_COUNTED = 10_000;

/** What is in the database, and whether it fits the rest. */
export function contentChecks(context: DoctorContext): Check[] {
  return [secretKey(context), photoFiles(context), quarantine(context), ...backlogs(context)];
}

function secretKey({ config, databaseIfWell }: DoctorContext): Check {
  const remedy =
    'Set SECRET_KEY to the key that was used before, or restore DATA_DIR/secret-key. With any other key, webhooks can’t be signed and two-factor codes don’t work.';
  return {
    name: 'secret key',
    remedy,
    async run() {
      const file = join(config.dataDir, 'secret-key');
      const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
      const key = config.secretKey ?? kept;
      const where = config.secretKey === undefined ? `is stored in ${file}` : 'is set by SECRET_KEY';
      const sealed = await sampleSealed(await databaseIfWell());
      if (key === undefined) {
        return sealed === undefined
          ? warning('There is none yet.', 'The first start creates one. In production, set SECRET_KEY.')
          : failure('It is missing.', remedy);
      }
      if (sealed === undefined) return ok(`${where}; nothing is encrypted with it yet`);
      try {
        createSecrets(key).unseal(sealed.purpose, sealed.owner, sealed.text);
        return ok(`${where} and matches the stored data`);
      } catch {
        return failure(`It ${where}, but stored secrets were encrypted with a different key.`, remedy);
      }
    },
  };
}

async function sampleSealed({ reader }: Database) {
  const endpoint = await reader
    .selectFrom('webhook_endpoints')
    .select(['id', 'secret'])
    .limit(1)
    .executeTakeFirst();
  if (endpoint !== undefined) {
    return { purpose: 'webhook-secrets' as const, owner: endpoint.id, text: endpoint.secret };
  }
  const user = await reader
    .selectFrom('users')
    .select(['id', 'two_factor_secret'])
    .where('two_factor_secret', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (!user?.two_factor_secret) return undefined;
  return { purpose: 'two-factor-secrets' as const, owner: user.id, text: user.two_factor_secret };
}

function photoFiles({ databaseIfWell, storageIfWell }: DoctorContext): Check {
  const remedy =
    'Check that STORAGE_URL and DATA_DIR are the ones the photos were stored with, then run "shutterpost photos verify".';
  return {
    name: 'photo files',
    remedy,
    async run() {
      const { reader } = await databaseIfWell();
      const storage = await storageIfWell();
      const photos = reader.selectFrom('photos').select(['id', 'bytes']).limit(SAMPLE);
      // The oldest and the newest: a wrong or younger storage lacks one or the other.
      const sample = [
        ...(await photos.orderBy('id').execute()),
        ...(await photos.orderBy('id', 'desc').execute()),
      ];
      const unique = new Map(sample.map((photo) => [photo.id, photo]));
      let missing = 0;
      for (const { id, bytes } of unique.values()) {
        if ((await storage.size(photoKey(id))) !== bytes) missing += 1;
      }
      const message = `${unique.size} photos checked, ${missing} missing`;
      return missing > 0 ? failure(message, remedy) : ok(message);
    },
  };
}

function quarantine({ databaseIfWell }: DoctorContext): Check {
  return {
    name: 'quarantine',
    remedy: 'Check what the log says about the storage and the database.',
    async run() {
      const aside = await createPhotoRepository(await databaseIfWell()).listSetAside(MAX_COUNTED);
      if (aside.length === 0) return ok('no photos were quarantined in the last 30 days');
      const named = aside.slice(-SAMPLE_NAMED).join(', ');
      return warning(
        `${aside.length} photos were damaged or lost before they were submitted, and were quarantined: ${named}`,
        'Search the log for their ids, and look at their files under quarantine/photos in the storage. If there are many, the storage or a machine’s memory is failing.',
      );
    },
  };
}

function backlogs({ databaseIfWell }: DoctorContext): Check[] {
  const backlog = (
    name: string,
    remedy: string,
    count: (database: Database, before: number) => Promise<unknown[]>,
  ): Check => ({
    name,
    remedy,
    async run() {
      const { length } = await count(await databaseIfWell(), Date.now() - LATE_MS);
      if (length === 0) return ok('nothing is overdue');
      const amount = length >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(length);
      return warning(`${amount} overdue by more than ${LATE_MS / 60_000} minutes.`, remedy);
    },
  });
  return [
    backlog(
      'webhooks',
      'Check that a node with ROLE=all or worker is running, and which endpoints are failing: "shutterpost webhook list".',
      ({ reader }, before) =>
        reader
          .selectFrom('deliveries as d')
          .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
          .select('d.id')
          .where('d.status', '=', 'due')
          .where('d.next_attempt_at', '<', before)
          .where('e.is_active', '=', 1)
          // One that fails is given a rest: that is no backlog of ours.
          .where((eb) => eb.or([eb('e.paused_until', 'is', null), eb('e.paused_until', '<', before)]))
          .limit(MAX_COUNTED)
          .execute(),
    ),
    backlog(
      'emails',
      'Check that a node with ROLE=all or worker is running, and what its log says about emails.',
      ({ reader }, before) =>
        reader
          .selectFrom('mails')
          .select('id')
          .where('status', '=', 'queued')
          .where('next_attempt_at', '<', before)
          .limit(MAX_COUNTED)
          .execute(),
    ),
    backlog(
      'deleted files',
      'Check that a node with ROLE=all or worker is running, and what its log says about the storage.',
      ({ reader }, before) =>
        reader
          .selectFrom('purges')
          .select('storage_key')
          .where('due_at', '<', before)
          .limit(MAX_COUNTED)
          .execute(),
    ),
  ];
}
