import type { MailField, Placeholder } from '../../../../src/shared/mail-texts.ts';

export const PLACEHOLDER_TEXTS: Record<Placeholder, { label: string; help: string }> = {
  business: { label: 'Business name', help: 'The name of this workspace.' },
  customer_name: {
    label: 'Customer name',
    help: 'The metadata field “customer_name” of the request. Without one, the greeting has no name.',
  },
  reference: {
    label: 'Reference',
    help: 'The reference of the request. Without one, the line is left out and the original subject is used.',
  },
  expires_at: { label: 'Expiry', help: 'When the link stops working.' },
  link: { label: 'Link', help: 'The customer’s own link. The button leads there too.' },
  code: { label: 'Short code', help: 'For opening the request on another phone.' },
};

export const FIELD_TEXTS: Record<MailField, { label: string; help: string }> = {
  subject: { label: 'Subject', help: 'Also the headline of the email.' },
  greeting: { label: 'Greeting', help: 'If empty, the email starts with the text.' },
  text: { label: 'Text', help: 'Plain text. A blank line starts a new paragraph.' },
  button: { label: 'Button', help: 'Leads to the customer’s link.' },
};
