import { openMailFolder } from './file-transport.ts';
import { openSmtp } from './smtp-transport.ts';
import type { MailTransport } from './transport.ts';

/** By SMTP when it is configured, to files below the data folder otherwise. */
export function openMailTransport(options: {
  smtpUrl: string | undefined;
  mailFolder: string;
  from: { address: string };
  /** How long one email may take by SMTP; shorter in the tests. */
  limitMs?: number;
}): MailTransport {
  const { smtpUrl, mailFolder, from, limitMs } = options;
  return smtpUrl === undefined
    ? openMailFolder(mailFolder, from.address)
    : openSmtp({ url: smtpUrl, fromAddress: from.address, ...(limitMs === undefined ? {} : { limitMs }) });
}
