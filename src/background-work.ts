import { join } from 'node:path';
import type { Config } from './config.ts';
import { type MailTransport, openMailTransport } from './email/transport.ts';
import { startHousekeeping } from './housekeeping.ts';
import type { Log } from './platform/log.ts';
import type { Services } from './services.ts';

export interface BackgroundWork {
  stop(): Promise<void>;
}

/** Sends webhooks and mails, and cleans up. Needs nothing of HTTP; any number of nodes can do it. */
export function startBackgroundWork(options: {
  services: Services;
  config: Config;
  log: Log;
  /** The transport as it shall be used: watched, when somebody watches. */
  watchMails?: ((transport: MailTransport) => MailTransport) | undefined;
  /** Shorter in the tests. */
  housekeepingMs?: number | undefined;
}): BackgroundWork {
  const { services, config, log, housekeepingMs, watchMails = (transport) => transport } = options;
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
  const mails = services.createMailWorker({ transport, serviceName: config.mailFrom.name, log });
  services.health.watch('mail', async () => transport.ping?.());
  deliveries.start();
  mails.start();
  return {
    async stop() {
      await housekeeping.stop();
      await Promise.all([deliveries.stop(), mails.stop()]);
      await transport.close();
    },
  };
}
