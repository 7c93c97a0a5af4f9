import type { RenderedMail } from './rendered-mail.ts';

export interface MailTransport {
  kind: 'smtp' | 'files';
  /** Resolves when someone else has taken over the email for good. */
  send(mail: RenderedMail): Promise<void>;
  /** Rejects when the last email could not be handed over and there is still no one to take it. */
  ping?(): Promise<void>;
  close(): Promise<void>;
}
