/**
 * What a business can write into its emails to customers. Imports nothing: the server and the web application check the same
 * way.
 */

/** The parts of an email that a workspace can put into its own words. */
export const MAIL_FIELDS = ['subject', 'greeting', 'text', 'button'] as const;
export type MailField = (typeof MAIL_FIELDS)[number];
export type MailTexts = Record<MailField, string>;

/** What stands in braces, and is filled in for each customer. */
export const PLACEHOLDERS = ['business', 'customer_name', 'reference', 'expires_at', 'link', 'code'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

interface FieldRules {
  max: number;
  required: boolean;
  /** The way in stays out of the subject, which phones show while they are locked. */
  placeholders: readonly Placeholder[];
}

export const MAIL_FIELD_RULES: Record<MailField, FieldRules> = {
  subject: { max: 150, required: true, placeholders: ['business', 'customer_name', 'reference'] },
  greeting: { max: 150, required: false, placeholders: ['business', 'customer_name', 'reference'] },
  text: { max: 2_000, required: false, placeholders: PLACEHOLDERS },
  button: { max: 40, required: true, placeholders: ['business'] },
};

/** Customers must be told who asks, wherever else the email comes from. */
const NAMED_IN: readonly MailField[] = ['subject', 'greeting', 'text'];

const BRACES = /\{([^{}]*)\}/g;
const LINE_BREAKS = /\r\n?|[\u2028\u2029\u0085]/g;
const CONTROLS = /\p{Cc}/u;
const CONTROLS_BUT_LINES = /(?!\n)\p{Cc}/u;
/** They turn text around or hide some of it. Marks of direction and joiners stay: Arabic and Hindi are written with them. */
const DECEIVING = /[\u180e\u200b\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/;

export type MailTextFaults = Partial<Record<MailField, string[]>>;

/** As they are stored: one kind of line break, no space around lines, at most one blank line in a row. */
export function tidyMailTexts(texts: MailTexts): MailTexts {
  const tidy = (text: string) =>
    text
      .replace(LINE_BREAKS, '\n')
      .replace(/\t/g, ' ')
      .replace(/[^\S\n]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  return byField((field) => tidy(texts[field]));
}

/** What is wrong with tidied texts, by field, in words for whoever wrote them. */
export function faultsOfMailTexts(texts: MailTexts): MailTextFaults {
  const faults: MailTextFaults = {};
  for (const field of MAIL_FIELDS) {
    const found = faultOf(texts[field], field);
    if (found !== null) faults[field] = [found];
  }
  const named = NAMED_IN.some((field) => placeholdersIn(texts[field]).includes('business'));
  if (!named && Object.keys(faults).length === 0)
    faults.text = [
      'Use {business} in the subject, the greeting or the text, so customers know who’s asking.',
    ];
  return faults;
}

/** Whether they would be taken as they are, once they are tidied. */
export function areMailTextsValid(texts: MailTexts): boolean {
  return Object.keys(faultsOfMailTexts(tidyMailTexts(texts))).length === 0;
}

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(BRACES)].map(([, name = '']) => name);
}

export function byField<Value>(read: (field: MailField) => Value): Record<MailField, Value> {
  return Object.fromEntries(MAIL_FIELDS.map((field) => [field, read(field)])) as Record<MailField, Value>;
}

function faultOf(text: string, field: MailField): string | null {
  const { max, required, placeholders } = MAIL_FIELD_RULES[field];
  if (required && text === '') return 'This field is required.';
  if (text.length > max && Array.from(text).length > max) return `Must have at most ${max} characters.`;
  if (field === 'text' ? CONTROLS_BUT_LINES.test(text) : CONTROLS.test(text))
    return field === 'text' ? 'Must not contain control characters.' : 'Must be a single line.';
  if (DECEIVING.test(text)) return 'Must not contain invisible characters that change how text is read.';
  const unknown = placeholdersIn(text).find((name) => !placeholders.includes(name as Placeholder));
  if (unknown !== undefined)
    return `{${unknown}} can’t be used here. Use ${placeholders.map((name) => `{${name}}`).join(', ')}.`;
  if (/[{}]/.test(text.replace(BRACES, ''))) return 'Braces are only for placeholders, such as {business}.';
  return null;
}
