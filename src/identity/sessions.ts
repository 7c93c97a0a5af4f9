import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { WebSessionRow } from '../platform/db/tables.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Random } from '../platform/random.ts';
import { hashToken } from '../platform/tokens.ts';
import type { KnownDevices } from './known-devices.ts';
import { createSessionRepository, type SessionWithUser } from './session-repository.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
export const SESSION_MS = 30 * DAY_MS;
const IDLE_MS = 7 * DAY_MS;
/** Between the password and the second factor. */
const PENDING_MS = 10 * MINUTE_MS;
const TOUCH_MS = 5 * MINUTE_MS;
const TOKEN_BYTES = 32;
const MAX_AGENT_LENGTH = 300;
const BATCH = 500;
/** More devices than anyone has. */
const MAX_PER_USER = 50;

/** The browser that a session is opened for. */
export interface Device {
  ipAddress: string;
  userAgent: string;
  /** What it is known by at its next sign-in. Undefined: it will not be. */
  token?: string;
}

export type LiveSession = ReturnType<typeof toLiveSession>;

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(deps: {
  database: Database;
  ids: Ids;
  clock: Clock;
  random: Random;
  knownDevices: KnownDevices;
}) {
  const { database, ids, clock, random, knownDevices } = deps;
  const repository = createSessionRepository(database);

  /** The token goes to the browser and is stored nowhere. */
  async function open(
    trx: Queries,
    userId: string,
    device: Device,
    state: { awaitsSecondFactor: boolean; confirmedAt: number | null },
  ): Promise<string> {
    const token = Buffer.from(random(TOKEN_BYTES)).toString('base64url');
    const now = clock();
    // A password alone makes no device known where a second factor is missing.
    const deviceToken = state.awaitsSecondFactor ? undefined : device.token;
    const row: WebSessionRow = {
      token_hash: hashToken(token),
      id: ids.next('webSession', now),
      user_id: userId,
      awaits_second_factor: state.awaitsSecondFactor ? 1 : 0,
      ip_address: device.ipAddress,
      user_agent: device.userAgent.toWellFormed().slice(0, MAX_AGENT_LENGTH),
      confirmed_at: state.confirmedAt,
      created_at: now,
      last_seen_at: now,
      expires_at: now + (state.awaitsSecondFactor ? PENDING_MS : SESSION_MS),
      device_hash: deviceToken === undefined ? null : hashToken(deviceToken),
    };
    await repository.insert(trx, row);
    await repository.deleteIdlest(trx, row, MAX_PER_USER);
    if (deviceToken !== undefined) await knownDevices.remember(trx, userId, deviceToken);
    return token;
  }

  return {
    open,

    async find(token: string): Promise<LiveSession | undefined> {
      if (token === '') return undefined;
      const now = clock();
      const row = await repository.find(hashToken(token), { now, seenAfter: now - IDLE_MS });
      return row && toLiveSession(row);
    },

    findMembership: repository.findMembership,

    /** Ends the session of this token, as at sign-out or when a new one takes its place. */
    async end(trx: Queries, token: string): Promise<void> {
      if (token !== '') await repository.delete(trx, hashToken(token));
    },

    /** A new token for what goes on: no one who had the old one comes along. */
    async renew(trx: Queries, session: LiveSession, device: Device, confirmedAt: number | null) {
      const isThere = await repository.delete(trx, session.tokenHash);
      if (!isThere) throw new ServiceError('unauthorized', 'Your session has ended. Sign in again.');
      return open(trx, session.userId, device, { awaitsSecondFactor: false, confirmedAt });
    },

    /** No device stays known either: one of them may be in the wrong hands. */
    async endAll(trx: Queries, userId: string): Promise<void> {
      await repository.deleteAllOf(trx, userId);
      await knownDevices.deleteAll(trx, userId);
    },

    confirm: (trx: Queries, sessionId: string) => repository.confirm(trx, sessionId, clock()),

    async touch(session: LiveSession, log: Pick<Log, 'warn'>): Promise<void> {
      const now = clock();
      await database
        .write((trx) => repository.touch(trx, session.tokenHash, now))
        // Reading goes on while nothing can be written.
        .catch((error: unknown) =>
          log.warn({ err: error }, 'The last activity of a session could not be recorded'),
        );
    },

    async list(userId: string): Promise<WebSessionRow[]> {
      const now = clock();
      return repository.list(userId, { now, seenAfter: now - IDLE_MS });
    },

    /** Of one's own sessions only. Its device is not known any more. */
    async revoke(trx: Queries, userId: string, sessionId: string): Promise<WebSessionRow> {
      const row = await repository.deleteOwn(trx, userId, sessionId);
      if (row === undefined) throw notFound('The session');
      if (row.device_hash !== null) await knownDevices.delete(trx, userId, row.device_hash);
      return row;
    },

    /** One batch; true when there may be more. */
    async deleteOld(batch = BATCH): Promise<boolean> {
      const now = clock();
      const gone = await database.write((trx) =>
        repository.deleteOld(trx, { now, seenAfter: now - IDLE_MS }, batch),
      );
      return gone === batch;
    },
  };
}

/** A session that is good at this moment, with whose it is. */
function toLiveSession(row: SessionWithUser) {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    awaitsSecondFactor: row.awaits_second_factor === 1,
    confirmedAt: row.confirmed_at,
    lastSeenAt: row.last_seen_at,
  };
}

/** Not at every call: a write takes longer than most reads. */
export function isTouchDue({ lastSeenAt }: LiveSession, now: number): boolean {
  // A time in the future is one of before the clock was set back.
  return Math.abs(now - lastSeenAt) >= TOUCH_MS;
}
