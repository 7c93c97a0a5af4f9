/** An email as it is handed to a transport. */
export interface RenderedMail {
  /** Of the row: every attempt to send it has the same. */
  id: string;
  recipient: string;
  /** In front of the operator's address. Empty: the address alone. */
  senderName: string;
  subject: string;
  text: string;
  html: string;
  locale: string;
  /** When it was written down. */
  date: number;
  /** Where its recipient says that they want no more of them. */
  unsubscribeUrl?: string;
}

/** What a kind of email is made into; the rest is the same for all. */
export type MailParts = Pick<RenderedMail, 'senderName' | 'subject' | 'text' | 'html' | 'unsubscribeUrl'>;

const CONTROLS = /[\p{Cc}]/gu;

/** Text of users for the body: lines stay, other control characters go. */
export function bodyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
    .replace(CONTROLS, (control) => (control === '\n' ? '\n' : ' '))
    .trim();
}

/** The same for what is shown in one line. */
export function bodyLine(text: string): string {
  return bodyText(text).replace(/\s+/gu, ' ');
}
