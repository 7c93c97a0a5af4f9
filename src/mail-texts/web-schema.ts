import { z } from 'zod';
import { CUSTOMER_MAIL_KINDS } from '../email/customer-mails.ts';
import { enveloped } from '../platform/http/envelope.ts';
import { text, wireTime } from '../platform/http/fields.ts';
import { LANGUAGES } from '../shared/languages.ts';
import { byField, MAIL_FIELD_RULES } from '../shared/mail-texts.ts';

const kind = z.enum(CUSTOMER_MAIL_KINDS);
const lang = z.enum(LANGUAGES.map(({ code }) => code));
const words = byField(() => z.string());

export const mailTextSchema = z.strictObject({
  kind,
  lang,
  original: z.strictObject(words).meta({ description: 'The words of the product.' }),
  texts: z.strictObject(words).meta({ description: 'What customers get.' }),
  is_own: z.boolean().meta({ description: 'Whether any of it is in the words of the workspace.' }),
  updated_at: wireTime.nullable(),
});

export const mailTextResponse = enveloped(mailTextSchema);

export const mailTextsSchema = z.strictObject({
  mails: z.array(z.strictObject({ kind, name: z.string(), description: z.string() })),
  texts: z.array(mailTextSchema).meta({ description: 'Every email in every language.' }),
});

export const mailTextsResponse = enveloped(mailTextsSchema);

export const mailTextKey = z.object({ kind, lang });

/** What is wrong with the words themselves is said by `faultsOfMailTexts`, which the page uses too. */
export const mailTextBody = mailTextKey.extend(byField((field) => text(0, MAIL_FIELD_RULES[field].max)));

export const mailPreviewSchema = z.strictObject({ subject: z.string(), html: z.string(), text: z.string() });

export const mailPreviewResponse = enveloped(mailPreviewSchema);

export const mailTrialResponse = enveloped(z.strictObject({ sent_to: z.string() }));

export type MailTextEntry = z.infer<typeof mailTextSchema>;
export type MailTextList = z.infer<typeof mailTextsSchema>;
export type MailTextInput = z.infer<typeof mailTextBody>;
export type MailTextKeyInput = z.infer<typeof mailTextKey>;
export type MailPreview = z.infer<typeof mailPreviewSchema>;
