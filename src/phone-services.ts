import { createMailFiles } from './email/mail-files.ts';
import { createAllowance } from './phone/allowance.ts';
import { createPhoneCallbacks } from './phone/callbacks.ts';
import { createPhoneOptOuts } from './phone/opt-outs.ts';
import { createPhoneOutbox } from './phone/outbox.ts';
import { createPhoneMessageRepository } from './phone/repository.ts';
import { channelsOf, hasStopNote } from './phone/settings.ts';
import type { PhoneTransport } from './phone/transport.ts';
import { createPhoneWorker, type PhoneWorker } from './phone/worker.ts';
import { createMailedRequestRepository } from './photo-requests/mailed-request-repository.ts';
import { createPhonedRequestRepository } from './photo-requests/phoned-request-repository.ts';
import { createRenderMessage } from './photo-requests/request-message.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import type { Random } from './platform/random.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Platform } from './service-platform.ts';
import type { CustomerUrls } from './shared/customer-urls.ts';

/** Messages to customers' phones: how they are written, sent and answered. */
export function createPhoneServices(deps: {
  database: Database;
  ids: Ids;
  secrets: Secrets;
  clock: Clock;
  random: Random;
  urls: CustomerUrls;
  publicUrl: string;
  settings: Platform['phone'];
  folder: Platform['phoneFolder'];
  onStep: Platform['onPhoneStep'];
}) {
  const { database, urls, clock, settings, folder } = deps;
  const optOuts = createPhoneOptOuts(deps);
  const requests = createPhonedRequestRepository(database);
  const render = createRenderMessage({
    requests: createMailedRequestRepository(database),
    optOuts,
    settings,
    urls,
    clock,
  });
  const channels = channelsOf(settings);
  return {
    /** What other features need of it. */
    phoneParts: {
      phone: createPhoneOutbox({ ...deps, optOuts, allow: createAllowance(deps), channels }),
      phoneRepository: createPhoneMessageRepository(database),
      phoneFiles: createMailFiles(folder, 'txt'),
    },
    phoneOptOuts: optOuts,
    phoneCallbacks: createPhoneCallbacks({ ...deps, requests, optOuts }),
    /** What the web application tells of it. */
    phoneAbilities: { ...channels, stop_note: hasStopNote(settings, 'sms') },
    openPhoneWorker: (options: { transport: PhoneTransport; log: Log }): PhoneWorker =>
      createPhoneWorker({ ...deps, ...options, render, requests, optOuts }),
  };
}
