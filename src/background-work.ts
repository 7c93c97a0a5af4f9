import { join } from 'node:path';
import { releaseArchives } from './archive/archive-repository.ts';
import type { Config } from './config/config.ts';
import { releaseSealJobs } from './content-credentials/job-repository.ts';
import { openMailTransport } from './email/open-transport.ts';
import { releaseMails } from './email/repository.ts';
import type { MailTransport } from './email/transport.ts';
import { type HousekeepingDeps, startHousekeeping } from './housekeeping.ts';
import { releaseNotificationEvents } from './notifications/event-repository.ts';
import { openPhoneTransport } from './phone/open-transport.ts';
import { releasePhoneMessages } from './phone/repository.ts';
import type { PhoneTransport } from './phone/transport.ts';
import { monotonicClock } from './platform/clock.ts';
import { createNodeWatch } from './platform/db/nodes.ts';
import { releaseSweeps } from './platform/db/sweep-leases.ts';
import type { Log } from './platform/log.ts';
import type { Services } from './services.ts';
import { releaseDeliveries } from './webhooks/delivery/queue-repository.ts';

type BackgroundServices = HousekeepingDeps &
  Pick<
    Services,
    | 'createDeliveryWorker'
    | 'openMailWorker'
    | 'openPhoneWorker'
    | 'sealing'
    | 'openArchiveWorker'
    | 'fanOut'
    | 'health'
  >;

/** Sends webhooks and emails, tells members, seals photos, copies them to archives, and cleans up. Needs nothing of HTTP; any number of nodes can do it. */
export function startBackgroundWork(options: {
  services: BackgroundServices;
  config: Config;
  log: Log;
  /** The transport as it shall be used: watched, when someone watches. */
  watchMails?: ((transport: MailTransport) => MailTransport) | undefined;
  watchPhone?: ((transport: PhoneTransport) => PhoneTransport) | undefined;
  /** Shorter in the tests. */
  housekeepingMs?: number | undefined;
}) {
  const { services, config, log, housekeepingMs, watchMails = (transport) => transport } = options;
  const { watchPhone = (transport) => transport } = options;
  const housekeeping = startHousekeeping(
    services,
    log,
    housekeepingMs === undefined ? {} : { intervalMs: housekeepingMs },
  );
  const deliveries = services.createDeliveryWorker(log);
  const transport = watchMails(
    openMailTransport({
      smtpUrl: config.smtpUrl,
      mailFolder: join(config.dataDir, 'mail'),
      from: config.mailFrom,
    }),
  );
  const mails = services.openMailWorker({ transport, serviceName: config.mailFrom.name, log });
  const phoneTransport = watchPhone(
    openPhoneTransport(config.phone, {
      folder: join(config.dataDir, 'phone'),
      publicUrl: config.publicUrl,
      clock: services.clock,
    }),
  );
  const messages = services.openPhoneWorker({ transport: phoneTransport, log });
  const seals = services.sealing.openWorker(log);
  const archive = services.openArchiveWorker(log);
  const notifications = services.fanOut.openWorker(log);
  services.health.watch('mail', async () => transport.ping?.());
  const nodes = createNodeWatch({
    database: services.database,
    clock: services.clock,
    monotonic: monotonicClock,
    log,
    release: [
      (trx, gone, now) => releaseDeliveries(services.database, trx, gone, now),
      releaseMails,
      releasePhoneMessages,
      releaseSealJobs,
      releaseArchives,
      releaseNotificationEvents,
      releaseSweeps,
    ],
    onReleased() {
      deliveries.wake();
      mails.wake();
      messages.wake();
      seals.wake();
      archive.wake();
      notifications.wake();
    },
  });
  let isStopped = false;
  const started = nodes.start().then(() => {
    if (isStopped) return;
    deliveries.start();
    mails.start();
    messages.start();
    seals.start();
    archive.start();
    notifications.start();
  });
  return {
    async stop(): Promise<void> {
      isStopped = true;
      await started;
      await housekeeping.stop();
      const workers = [deliveries, mails, messages, seals, archive, notifications];
      await Promise.all(workers.map((worker) => worker.stop()));
      await nodes.stop();
      await transport.close();
    },
  };
}
