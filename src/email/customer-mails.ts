import { byField, type MailTexts } from '../shared/mail-texts.ts';
import { textsOf } from './wording.ts';

interface CustomerMail {
  /** For the team. */
  name: string;
  description: string;
  /** What its original words are called in the locales. */
  subject: string;
  text: string;
  button: string;
}

/** The emails to customers, whose words a workspace can choose: here is the only list of them. */
export const CUSTOMER_MAILS = {
  photo_request: {
    name: 'Photo request',
    description: 'Sent when you create a request with an email address, and when you resend it.',
    subject: 'request_title',
    text: 'request_preview',
    button: 'request_button',
  },
  changes_requested: {
    name: 'Changes requested',
    description: 'Sent when your team asks for some photos again.',
    subject: 'changes_title',
    text: 'changes_preview',
    button: 'changes_button',
  },
  reminder: {
    name: 'Reminder',
    description: 'Sent when a customer hasn’t answered yet, as often as your reminders are set.',
    subject: 'reminder_title',
    text: 'reminder_intro',
    button: 'request_button',
  },
  reminder_changes: {
    name: 'Reminder of changes',
    description: 'Sent instead of the reminder when your team asked for some photos again.',
    subject: 'reminder_changes_title',
    text: 'reminder_changes_intro',
    button: 'changes_button',
  },
} as const satisfies Record<string, CustomerMail>;

export type CustomerMailKind = keyof typeof CUSTOMER_MAILS;

export const CUSTOMER_MAIL_KINDS = Object.keys(CUSTOMER_MAILS) as [CustomerMailKind, ...CustomerMailKind[]];

/** The words of the product. */
export function originalTexts(kind: CustomerMailKind, lang: string): MailTexts {
  const texts = textsOf(lang);
  const names: CustomerMail = CUSTOMER_MAILS[kind];
  return byField((field) =>
    // The business greets its customer in the instructions, if at all.
    field === 'greeting' ? '' : (texts[names[field]] ?? '').replaceAll('{workspace}', '{business}'),
  );
}
