import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createArchiveRepository } from '../archive/archive-repository.ts';
import { createSigningCertificateRepository } from '../content-credentials/certificate-repository.ts';
import { createSealJobRepository } from '../content-credentials/job-repository.ts';
import { createMailRepository } from '../email/repository.ts';
import { createIdentityRepository } from '../identity/repository.ts';
import { createNotificationEventRepository } from '../notifications/event-repository.ts';
import { createReminderRepository } from '../photo-requests/reminder-repository.ts';
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

async function sampleSealed(database: Database) {
  const endpoint = await createWebhookEndpointRepository(database).findSealedSecret();
  if (endpoint !== undefined) {
    return { purpose: 'webhook-secrets' as const, owner: endpoint.id, text: endpoint.secret };
  }
  const user = await createIdentityRepository(database).sampleWithTwoFactor();
  if (user?.two_factor_secret)
    return { purpose: 'two-factor-secrets' as const, owner: user.id, text: user.two_factor_secret };
  const signer = await createSigningCertificateRepository(database).inUse('signer');
  if (!signer?.private_key) return undefined;
  return { purpose: 'signing-keys' as const, owner: signer.id, text: signer.private_key };
}

function photoFiles({ databaseIfWell, storageIfWell }: DoctorContext): Check {
  const remedy =
    'Check that STORAGE_URL and DATA_DIR are the ones the photos were stored with, then run "shutterpost photos verify".';
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
      const message = `${sample.length} photos checked, ${missing} missing`;
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
    count: (database: Database, before: number) => Promise<number>,
  ): Check => ({
    name,
    remedy,
    async run() {
      const late = await count(await databaseIfWell(), Date.now() - LATE_MS);
      if (late === 0) return ok('nothing is overdue');
      const amount = late >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(late);
      return warning(`${amount} overdue by more than ${LATE_MS / 60_000} minutes.`, remedy);
    },
  });
  return [
    backlog(
      'webhooks',
      'Check that a node with ROLE=all or worker is running, and which endpoints are failing: "shutterpost webhook list".',
      async (database, before) =>
        (await createQueueRepository(database).listOverdue(before, MAX_COUNTED)).length,
    ),
    backlog(
      'mails',
      'Check that a node with ROLE=all or worker is running, and what its log says about emails.',
      (database, before) => createMailRepository(database).countLate(before, MAX_COUNTED),
    ),
    backlog(
      'seals',
      'Check that a node with ROLE=all or worker is running, and what "shutterpost credentials show" says.',
      (database, before) => createSealJobRepository(database).countLate(before, MAX_COUNTED),
    ),
    backlog(
      'archives',
      'Check that a node with ROLE=all or worker is running, and what its log says about archives.',
      (database, before) => createArchiveRepository(database).countLate(before, MAX_COUNTED),
    ),
    backlog(
      'notifications',
      'Check that a node with ROLE=all or worker is running, and what its log says about members who could not be told.',
      (database, before) => createNotificationEventRepository(database).countLate(before, MAX_COUNTED),
    ),
    backlog(
      'reminders',
      'Check that a node with ROLE=all or worker is running, and whether emails are overdue: reminders wait for them.',
      (database, before) => createReminderRepository(database).countLate(before, MAX_COUNTED),
    ),
    backlog(
      'deleted files',
      'Check that a node with ROLE=all or worker is running, and what its log says about the storage.',
      (database, before) => createPhotoRepository(database).countLateFileDeletions(before, MAX_COUNTED),
    ),
  ];
}
