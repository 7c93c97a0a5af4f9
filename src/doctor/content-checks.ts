import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMailRepository } from '../email/repository.ts';
import { createIdentityRepository } from '../identity/repository.ts';
import { photoKey } from '../photos/keys.ts';
import { createPhotoRepository } from '../photos/repository.ts';
import type { Database } from '../platform/db/database.ts';
import { createSecrets } from '../platform/secrets.ts';
import { createQueueRepository } from '../webhooks/delivery/queue-repository.ts';
import { createWebhookEndpointRepository } from '../webhooks/endpoints/endpoint-repository.ts';
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
    'Set SECRET_KEY to the one that was used before, or bring back DATA_DIR/secret-key. With another key webhooks are not signed and second factors do not work.';
  return {
    name: 'secret key',
    remedy,
    async run() {
      const file = join(config.dataDir, 'secret-key');
      const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
      const key = config.secretKey ?? kept;
      const where = config.secretKey === undefined ? `is kept in ${file}` : 'is set by SECRET_KEY';
      const sealed = await sampleSealed(await databaseIfWell());
      if (key === undefined) {
        return sealed === undefined
          ? warning('There is none yet.', 'The first start makes one. In production set SECRET_KEY.')
          : failure('It is gone.', remedy);
      }
      if (sealed === undefined) return ok(`${where}; nothing is encrypted with it yet`);
      try {
        createSecrets(key).unseal(sealed.purpose, sealed.owner, sealed.text);
        return ok(`${where} and fits what is stored`);
      } catch {
        return failure(`It ${where}, but is not the one that secrets were stored with.`, remedy);
      }
    },
  };
}

async function sampleSealed(database: Database) {
  const endpoint = await createWebhookEndpointRepository(database).findSealedSecret();
  if (endpoint !== undefined) {
    return { purpose: 'webhook-secrets' as const, owner: endpoint.id, text: endpoint.secret };
  }
  const user = await createIdentityRepository(database).sampleWithTwoFactor();
  if (!user?.two_factor_secret) return undefined;
  return { purpose: 'two-factor-secrets' as const, owner: user.id, text: user.two_factor_secret };
}

function photoFiles({ databaseIfWell, storageIfWell }: DoctorContext): Check {
  const remedy =
    'See that STORAGE_URL and DATA_DIR are those the photos were stored with, then run "shutterpost photos verify".';
  return {
    name: 'photo files',
    remedy,
    async run() {
      const sample = await createPhotoRepository(await databaseIfWell()).sample(SAMPLE);
      const storage = await storageIfWell();
      let missing = 0;
      for (const { id, bytes } of sample) {
        if ((await storage.size(photoKey(id))) !== bytes) missing += 1;
      }
      const message = `${sample.length} photos looked for, ${missing} not found`;
      return missing > 0 ? failure(message, remedy) : ok(message);
    },
  };
}

function quarantine({ databaseIfWell }: DoctorContext): Check {
  return {
    name: 'quarantine',
    remedy: 'See what the log says about the storage and the database.',
    async run() {
      const aside = await createPhotoRepository(await databaseIfWell()).listSetAside(MAX_COUNTED);
      if (aside.length === 0) return ok('no photo was put aside in the last 30 days');
      const named = aside.slice(-SAMPLE_NAMED).join(', ');
      return warning(
        `${aside.length} photos were damaged or lost before they were submitted, and put aside: ${named}`,
        'Search the log for their ids, and look at their files below quarantine/photos in the storage. If there are many, the storage or the memory of a machine is failing.',
      );
    },
  };
}

function backlogs({ databaseIfWell }: DoctorContext): Check[] {
  const backlog = (
    name: string,
    remedy: string,
    count: (database: Database, before: number) => Promise<number>,
  ): Check => ({
    name,
    remedy,
    async run() {
      const late = await count(await databaseIfWell(), Date.now() - LATE_MS);
      if (late === 0) return ok('nothing is late');
      const amount = late >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(late);
      return warning(`${amount} are late by more than ${LATE_MS / 60_000} minutes.`, remedy);
    },
  });
  return [
    backlog(
      'webhooks',
      'See that a node with ROLE=all or worker runs, and which endpoints fail: "shutterpost webhook list".',
      async (database, before) =>
        (await createQueueRepository(database).listOverdue(before, MAX_COUNTED)).length,
    ),
    backlog(
      'mails',
      'See that a node with ROLE=all or worker runs, and what its log says about mails.',
      (database, before) => createMailRepository(database).countLate(before, MAX_COUNTED),
    ),
    backlog(
      'deleted files',
      'See that a node with ROLE=all or worker runs, and what its log says about the storage.',
      (database, before) => createPhotoRepository(database).countLatePurges(before, MAX_COUNTED),
    ),
  ];
}
