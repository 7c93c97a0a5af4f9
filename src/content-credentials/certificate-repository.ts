import type { Database, Queries } from '../platform/db/database.ts';
import type { SigningCertificateKind, SigningCertificateRow } from '../platform/db/tables.ts';

export type SigningCertificateRepository = ReturnType<typeof createSigningCertificateRepository>;

/** Those of the installation: they belong to no workspace. */
export function createSigningCertificateRepository(database: Database) {
  return {
    inUse(
      kind: SigningCertificateKind,
      queries: Queries = database.reader,
    ): Promise<SigningCertificateRow | undefined> {
      return queries
        .selectFrom('signing_certificates')
        .selectAll()
        .where('kind', '=', kind)
        .where('retired_at', 'is', null)
        .executeTakeFirst();
    },

    /** Whoever replaces certificates locks the authority first. Undefined when someone else just replaced it. */
    lockAuthority(trx: Queries): Promise<SigningCertificateRow | undefined> {
      return trx
        .selectFrom('signing_certificates')
        .selectAll()
        .where('kind', '=', 'authority')
        .where('retired_at', 'is', null)
        .$if(database.engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
    },

    /** Every one there ever was, the newest first: what was sealed with an old one can still be checked. */
    all(): Promise<Pick<SigningCertificateRow, 'kind' | 'certificate'>[]> {
      return database.reader
        .selectFrom('signing_certificates')
        .select(['kind', 'certificate'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
    },

    /** False when another one of its kind is in use: of several nodes one is first. */
    async insert(trx: Queries, row: SigningCertificateRow): Promise<boolean> {
      const inserted = await trx
        .insertInto('signing_certificates')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    /** Its private key goes: no one can sign with it any more. */
    async retire(trx: Queries, kind: SigningCertificateKind, now: number): Promise<void> {
      await trx
        .updateTable('signing_certificates')
        .set({ retired_at: now, private_key: null })
        .where('kind', '=', kind)
        .where('retired_at', 'is', null)
        .execute();
    },
  };
}
