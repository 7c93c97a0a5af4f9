import { randomBytes } from 'node:crypto';
import { sealSettingsOf } from '../config/seal-settings.ts';
import { createSealJobRepository } from '../content-credentials/job-repository.ts';
import { requestTimeStamp } from '../content-credentials/time-stamps.ts';
import type { DoctorContext } from './context.ts';
import { type Check, failure, ok, skipped, warning } from './finding.ts';

const DAY_MS = 86_400_000;
const WARNED_BEFORE_DAYS = 30;
const SHA_256_BYTES = 32;
const MAX_COUNTED = 10_000;

/** What sealing photos needs. */
export function sealChecks(context: DoctorContext): Check[] {
  return [certificate(context), timeStamps(context), givenUp(context)];
}

function certificate({ config }: DoctorContext): Check {
  const remedy = 'Replace the files in C2PA_CERTIFICATE and C2PA_PRIVATE_KEY, then restart.';
  return {
    name: 'seal certificate',
    remedy,
    async run() {
      const { bought } = sealSettingsOf(config);
      if (bought === undefined) return ok('created and renewed by the installation itself');
      const until = bought.validTo.toISOString().slice(0, 10);
      const days = (bought.validTo.getTime() - Date.now()) / DAY_MS;
      if (days <= 0) return failure(`It expired on ${until}. Photos wait to be sealed.`, remedy);
      const message = `from C2PA_CERTIFICATE, valid until ${until}`;
      return days < WARNED_BEFORE_DAYS ? warning(message, remedy) : ok(message);
    },
  };
}

function timeStamps({ config: { timeStampUrl } }: DoctorContext): Check {
  return {
    name: 'time stamps',
    remedy:
      'Check TSA_URL and that this machine can reach it. After an hour without it, photos are sealed without a time stamp.',
    async run() {
      if (timeStampUrl === undefined) return skipped('TSA_URL is not set; seals have no time stamp.');
      await requestTimeStamp(timeStampUrl, randomBytes(SHA_256_BYTES));
      return ok(`${new URL(timeStampUrl).host} gives time stamps`);
    },
  };
}

function givenUp({ databaseIfWell }: DoctorContext): Check {
  const remedy =
    'See why with "shutterpost credentials show". Once the cause is mended, "shutterpost credentials seal" tries them again.';
  return {
    name: 'photos without a seal',
    remedy,
    async run() {
      const count = await createSealJobRepository(await databaseIfWell()).countGivenUp(MAX_COUNTED);
      if (count === 0) return ok('none was given up');
      const amount = count >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(count);
      return warning(`${amount} could not be sealed and are not tried again.`, remedy);
    },
  };
}
