import type { Actor } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import { CUSTOMER_MAIL_KINDS, CUSTOMER_MAILS, originalTexts } from '../email/customer-mails.ts';
import type { MailTextRepository } from '../email/mail-text-repository.ts';
import type { MailOutbox } from '../email/outbox.ts';
import { effectiveTexts, storedTexts } from '../email/own-words.ts';
import { wordingFor } from '../email/wording.ts';
import type { Person } from '../identity/member.ts';
import { customerMail } from '../photo-requests/request-mail.ts';
import { type Clock, toWireTime } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { MailTextRow, WorkspaceRow } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import { LANGUAGES } from '../shared/languages.ts';
import { faultsOfMailTexts, MAIL_FIELDS, type MailTexts, tidyMailTexts } from '../shared/mail-texts.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { workspaceRecord } from '../workspaces/service.ts';
import { sampleRequest, sampleUnsubscribeUrl } from './sample-request.ts';
import type {
  MailPreview,
  MailTextEntry,
  MailTextInput,
  MailTextKeyInput,
  MailTextList,
} from './web-schema.ts';

export type MailTextService = ReturnType<typeof createMailTextService>;

/** A workspace's own words for its emails to customers. They hold for every email that is sent from then on. */
export function createMailTextService(deps: {
  database: Database;
  repository: MailTextRepository;
  workspaces: WorkspaceRepository;
  users: { findUser(id: string): Promise<{ email: string; email_verified_at: number | null } | undefined> };
  mails: MailOutbox;
  audit: Audit;
  urls: CustomerUrls;
  publicUrl: string;
  clock: Clock;
}) {
  const { database, repository, workspaces, users, mails, audit, urls, publicUrl, clock } = deps;

  async function requireWorkspace(found: Promise<WorkspaceRow | undefined>): Promise<WorkspaceRow> {
    const row = await found;
    if (row === undefined) throw notFound('The workspace');
    return row;
  }

  /** One after the other, so that each entry of the audit log names what it changed. */
  async function replace(
    by: Actor,
    workspaceId: string,
    { kind, lang }: MailTextKeyInput,
    texts: MailTexts,
  ): Promise<MailTextEntry> {
    const key = { workspaceId, kind, lang };
    return database.write(async (trx) => {
      const workspace = await requireWorkspace(workspaces.lock(trx, workspaceId));
      const before = await repository.find(key, trx);
      const stored = storedTexts(kind, lang, texts);
      const fields = MAIL_FIELDS.filter((field) => (before?.[field] ?? null) !== (stored?.[field] ?? null));
      if (fields.length === 0) return toEntry(key, before);
      await record(trx, by, workspace, { kind, lang, fields: fields.join(', '), isReset: stored === null });
      if (stored === null) {
        await repository.delete(trx, key);
        return toEntry(key, undefined);
      }
      const row = { workspace_id: workspaceId, kind, lang, ...stored, updated_at: clock() };
      await repository.put(trx, row);
      return toEntry(key, row);
    });
  }

  function record(
    trx: Queries,
    by: Actor,
    workspace: WorkspaceRow,
    { kind, lang, fields, isReset }: MailTextKeyInput & { fields: string; isReset: boolean },
  ): Promise<void> {
    const verb = isReset ? 'mail_text_reset' : 'mail_text_changed';
    return audit.record(trx, workspaceRecord(by, verb, workspace, { mail: kind, language: lang, fields }));
  }

  return {
    /** Every email in every language, with the original beside it. */
    async list(workspaceId: string): Promise<MailTextList> {
      const rows = await repository.list(workspaceId);
      const rowOf = (kind: string, lang: string) =>
        rows.find((row) => row.kind === kind && row.lang === lang);
      return {
        mails: CUSTOMER_MAIL_KINDS.map((kind) => {
          const { name, description } = CUSTOMER_MAILS[kind];
          return { kind, name, description };
        }),
        texts: CUSTOMER_MAIL_KINDS.flatMap((kind) =>
          LANGUAGES.map(({ code: lang }) => toEntry({ kind, lang }, rowOf(kind, lang))),
        ),
      };
    },

    async save(by: Actor, workspaceId: string, input: MailTextInput): Promise<MailTextEntry> {
      return replace(by, workspaceId, input, checked(input));
    },

    /** Back to the words of the product. */
    reset(by: Actor, workspaceId: string, key: MailTextKeyInput): Promise<MailTextEntry> {
      return replace(by, workspaceId, key, originalTexts(key.kind, key.lang));
    },

    /** What customers would get, before it is saved. */
    async preview(workspaceId: string, input: MailTextInput): Promise<MailPreview> {
      const own = checked(input);
      const workspace = await requireWorkspace(workspaces.find(workspaceId));
      const { subject, html, text } = customerMail(
        input.kind,
        sampleRequest(workspace, input.lang, clock()),
        {
          wording: wordingFor(input.lang),
          urls,
          serviceName: '',
          unsubscribeUrl: sampleUnsubscribeUrl(publicUrl),
          own,
        },
      );
      return { subject, html, text };
    },

    /** The same as an email to whoever wrote it, and to no one else; says where it goes. */
    async sendTrial(by: Person, workspaceId: string, input: MailTextInput): Promise<string> {
      const own = checked(input);
      const user = await users.findUser(by.userId);
      if (user === undefined || user.email_verified_at === null) {
        throw new ServiceError('insufficient_permission', 'Confirm your own email address first.');
      }
      const recipient = user.email;
      await database.write(async (trx) => {
        const workspace = await requireWorkspace(workspaces.find(workspaceId, trx));
        const content = { mail: input.kind, ...own };
        await mails.enqueue(
          trx,
          { kind: 'mail_trial', content, workspaceId, recipient, locale: input.lang },
          clock(),
        );
        const details = { mail: input.kind, language: input.lang };
        await audit.record(trx, workspaceRecord(by, 'mail_trial_sent', workspace, details));
      });
      return recipient;
    },
  };
}

function checked(input: MailTexts): MailTexts {
  const texts = tidyMailTexts(input);
  const faults = faultsOfMailTexts(texts);
  if (Object.keys(faults).length > 0) throw validationError(faults);
  return texts;
}

function toEntry({ kind, lang }: MailTextKeyInput, row: MailTextRow | undefined): MailTextEntry {
  return {
    kind,
    lang,
    original: originalTexts(kind, lang),
    texts: effectiveTexts(kind, lang, row),
    is_own: row !== undefined,
    updated_at: row === undefined ? null : toWireTime(row.updated_at),
  };
}
