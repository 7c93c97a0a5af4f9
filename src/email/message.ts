import type { SendMailOptions } from 'nodemailer';
import { isEmailAddress } from '../platform/text.ts';
import { MailRefusedError } from './mail-refused-error.ts';
import type { RenderedMail } from './rendered-mail.ts';

const MAX_SENDER_NAME = 500;
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** The email as nodemailer takes it. Refuses what would not be the one message to the one recipient that it seems to be. */
export function messageOf(mail: RenderedMail, fromAddress: string): SendMailOptions {
  if (!isEmailAddress(mail.recipient)) throw new MailRefusedError('The recipient’s address is not valid.');
  if (
    UNPRINTABLE.test([mail.senderName, mail.subject, mail.unsubscribeUrl ?? ''].join('')) ||
    mail.senderName.length > MAX_SENDER_NAME
  ) {
    throw new MailRefusedError('A header of the email is not valid.');
  }
  return {
    // Objects, not lines: nothing in them is parsed as a list of addresses.
    from: { name: mail.senderName, address: fromAddress },
    to: { name: '', address: mail.recipient },
    envelope: { from: fromAddress, to: [mail.recipient] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.date),
    // Whoever gets an email a second time can tell that it is the same one.
    messageId: `<${mail.id}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.locale,
      // RFC 8058: mail programs offer a button for it.
      ...(mail.unsubscribeUrl !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(mail.unsubscribeUrl !== undefined && { list: { unsubscribe: { url: mail.unsubscribeUrl } } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
