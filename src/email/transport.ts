import { openMailFolder } from './file-transport.ts';
import type { RenderedMail } from './rendered-mail.ts';
import { openSmtp } from './smtp-transport.ts';

export interface MailTransport {
  kind: 'smtp' | 'files';
  /** Resolves when somebody else has taken over the mail for good. */
  send(mail: RenderedMail): Promise<void>;
  /** Rejects when the last mail could not be handed over and there is still nobody to take it. */
  ping?(): Promise<void>;
  close(): Promise<void>;
}

/** By SMTP when it is configured, to files below the data folder otherwise. */
export function openMailTransport(options: {
  smtpUrl: string | undefined;
  mailFolder: string;
  from: { address: string };
  /** How long one mail may take by SMTP; shorter in the tests. */
  limitMs?: number;
}): MailTransport {
  const { smtpUrl, mailFolder, from, limitMs } = options;
  return smtpUrl === undefined
    ? openMailFolder(mailFolder, from.address)
    : openSmtp({ url: smtpUrl, fromAddress: from.address, ...(limitMs === undefined ? {} : { limitMs }) });
}
