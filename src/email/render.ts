import type { MailRow } from '../platform/db/tables.ts';
import type { MailKind } from './mail-kinds.ts';
import type { MailParts, RenderedMail } from './rendered-mail.ts';
import { type Wording, wordingFor } from './wording.ts';

/** Why an email is not worth sending any more. */
export interface Pointless {
  pointless: string;
}

/** What every template gets besides the row. */
export interface MailContext {
  wording: Wording;
  publicUrl: string;
  /** The name of MAIL_FROM. */
  serviceName: string;
}

/** Renders one kind of email, from what is true at this moment. Each feature brings the templates of its own kinds. */
export type MailTemplate = (row: MailRow, context: MailContext) => Promise<MailParts | Pointless>;

export type MailTemplates = Record<MailKind, MailTemplate>;

export type MailRenderer = (row: MailRow) => Promise<RenderedMail | Pointless>;

export function createMailRenderer(deps: {
  templates: MailTemplates;
  publicUrl: string;
  serviceName: string;
}): MailRenderer {
  const { templates, publicUrl, serviceName } = deps;
  return async (row) => {
    const wording = wordingFor(row.locale);
    const template: MailTemplate | undefined = templates[row.kind as MailKind];
    // During an update an older node may meet an email of a newer one: it waits for a node that knows it.
    if (template === undefined) throw new Error(`Unknown kind of email: ${row.kind}.`);
    const parts = await template(row, { wording, publicUrl, serviceName });
    if ('pointless' in parts) return parts;
    return {
      id: row.id,
      recipient: row.recipient,
      locale: wording.locale,
      date: row.created_at,
      ...parts,
    };
  };
}
