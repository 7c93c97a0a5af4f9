import { hash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { AuditActor } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { notFound, validationError } from '../platform/errors.ts';
import { type Random, randomText } from '../platform/random.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { IdentityRepository, UserRow } from './repository.ts';

const ISSUER = 'Shutterpost';
const SECRET_BYTES = 20;
const CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_CODES = 10;
/** 60 bits, in three groups. */
const RECOVERY_GROUPS = 3;
const GROUP_LENGTH = 4;
/** Clocks of phones go wrong by half a minute. */
const WINDOW = 1;

export type TwoFactor = ReturnType<typeof createTwoFactor>;
type Actor = AuditActor & { userId: string; email: string };

/** Codes of an authenticator app, and codes on paper for when the phone is lost. */
export function createTwoFactor(deps: {
  database: Database;
  repository: IdentityRepository;
  audit: Audit;
  secrets: Secrets;
  clock: Clock;
  random: Random;
}) {
  const { database, repository, audit, secrets, clock, random } = deps;

  /** The time step of the code, when it is one of this moment that no later code was taken after. */
  function stepOf({ id, email, two_factor_secret, two_factor_last_step }: UserRow, code: string) {
    if (two_factor_secret === null || !isAppCode(code)) return undefined;
    const totp = totpOf(email, secrets.unseal('two-factor-secrets', id, two_factor_secret));
    const timestamp = clock();
    const delta = totp.validate({ token: code, timestamp, window: WINDOW });
    if (delta === null) return undefined;
    const step = totp.counter({ timestamp }) + delta;
    return two_factor_last_step === null || step > two_factor_last_step ? step : undefined;
  }

  async function newRecoveryCodes(trx: Queries, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () =>
      Array.from({ length: RECOVERY_GROUPS }, () => randomText(random, CODE_ALPHABET, GROUP_LENGTH)).join(
        '-',
      ),
    );
    const hashes = codes.map((code) => hashRecoveryCode(userId, code));
    await repository.replaceRecoveryCodes(trx, userId, hashes);
    return codes;
  }

  async function lockEnabled(trx: Queries, userId: string): Promise<void> {
    const user = await repository.lockUser(trx, userId);
    if (user === undefined || user.two_factor_since === null) throw notFound('The second factor');
  }

  return {
    /** Takes a code of a user whose row is locked; no code works twice. Tells which kind it was. */
    async take(trx: Queries, user: UserRow, given: string): Promise<'app' | 'recovery' | undefined> {
      const code = given.replace(/[\s-]/g, '');
      if (isAppCode(code)) {
        const step = stepOf(user, code);
        if (step === undefined) return undefined;
        await repository.updateUser(trx, user.id, { two_factor_last_step: step });
        return 'app';
      }
      const taken = await repository.takeRecoveryCode(trx, user.id, hashRecoveryCode(user.id, code));
      return taken ? 'recovery' : undefined;
    },

    /** Offers a secret; nothing changes until a code proves that it arrived. */
    async begin({ userId, email }: Actor) {
      const secret = new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32;
      await database.write(async (trx) => {
        const user = await repository.lockUser(trx, userId);
        if (user === undefined) throw notFound('The account');
        if (user.two_factor_since !== null) throw alreadyOn();
        await repository.updateUser(trx, userId, {
          two_factor_secret: secrets.seal('two-factor-secrets', userId, secret),
          two_factor_last_step: null,
        });
      });
      const url = totpOf(email, secret).toString();
      const { renderSVG } = await import('uqr');
      return { secret, otpauth_url: url, qr_svg: renderSVG(url, { border: 2 }) };
    },

    enable(actor: Actor, code: string): Promise<string[]> {
      return database.write(async (trx) => {
        const user = await repository.lockUser(trx, actor.userId);
        if (user === undefined) throw notFound('The account');
        if (user.two_factor_since !== null) throw alreadyOn();
        const step = stepOf(user, code.replace(/\s/g, ''));
        if (step === undefined) {
          throw validationError({ code: ['That code is incorrect. Enter the one your app shows now.'] });
        }
        await repository.updateUser(trx, user.id, { two_factor_since: clock(), two_factor_last_step: step });
        await audit.recordForUser(trx, actor, { action: 'user.two_factor_enabled' });
        return newRecoveryCodes(trx, user.id);
      });
    },

    /** Of one's own account; the operator does it for someone who lost both phone and paper. */
    async disable(by: AuditActor, user: Actor): Promise<void> {
      await database.write(async (trx) => {
        await lockEnabled(trx, user.userId);
        await repository.updateUser(trx, user.userId, {
          two_factor_secret: null,
          two_factor_since: null,
          two_factor_last_step: null,
        });
        await repository.replaceRecoveryCodes(trx, user.userId, []);
        await audit.recordForUser(
          trx,
          user,
          { action: 'user.two_factor_disabled', subjectId: user.userId, subjectName: user.email },
          by,
        );
      });
    },

    renewRecoveryCodes(actor: Actor): Promise<string[]> {
      return database.write(async (trx) => {
        await lockEnabled(trx, actor.userId);
        await audit.recordForUser(trx, actor, { action: 'user.recovery_codes_renewed' });
        return newRecoveryCodes(trx, actor.userId);
      });
    },
  };
}

/** Recovery codes are longer, so what is typed says which of the two it is meant to be. */
export function isAppCode(given: string): boolean {
  return /^\d{6}$/.test(given.replace(/[\s-]/g, ''));
}

function totpOf(email: string, secret: string): TOTP {
  return new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(secret) });
}

/** With the user in it: equal codes of two people look different. Letters that look like digits are read as these. */
function hashRecoveryCode(userId: string, code: string): string {
  const typed = code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return hash('sha256', `${userId} ${typed}`, 'hex');
}

function alreadyOn() {
  return validationError({ two_factor: ['Two-factor authentication is already on. Turn it off first.'] });
}
