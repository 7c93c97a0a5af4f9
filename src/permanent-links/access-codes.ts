import { createHash, timingSafeEqual } from 'node:crypto';
import type { PermanentLinkRow } from '../platform/db/tables.ts';
import { SealBrokenError, type Secrets } from '../platform/secrets.ts';

export type AccessCodes = ReturnType<typeof createAccessCodes>;

/**
 * The code that a permanent link may ask its visitors for. Encrypted, not hashed: the team hands it out and has to be able
 * to look it up, and a code of four digits would not be safe behind a hash either.
 */
export function createAccessCodes(secrets: Pick<Secrets, 'seal' | 'unseal'>) {
  /** null when there is none; undefined when it was stored with another SECRET_KEY. */
  function read({
    id,
    access_code,
  }: Pick<PermanentLinkRow, 'id' | 'access_code'>): string | null | undefined {
    if (access_code === null) return null;
    try {
      return secrets.unseal('link-access-codes', id, access_code);
    } catch (error) {
      if (error instanceof SealBrokenError) return undefined;
      throw error;
    }
  }

  return {
    read,
    seal: (linkId: string, code: string) => secrets.seal('link-access-codes', linkId, code.trim()),

    /** Upper and lower case count the same: phones begin with a capital letter. */
    isRight(link: Pick<PermanentLinkRow, 'id' | 'access_code'>, typed: string): boolean {
      const code = read(link);
      return typeof code === 'string' && timingSafeEqual(digest(code), digest(typed));
    },
  };
}

function digest(code: string): Buffer {
  return createHash('sha256').update(code.normalize('NFKC').trim().toLowerCase()).digest();
}
