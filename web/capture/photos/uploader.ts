import { type CallFailure, judge, type Verdict } from '../flow/error-codes.ts';
import type { CallResult, UploadData } from '../responses.ts';
import { retryDelay } from './backoff.ts';
import type { PhotoStore, StoredPhoto } from './stored-photo.ts';
import type { Ticket } from './tickets.ts';

export interface UploaderParts {
  store: PhotoStore;
  send(
    photo: StoredPhoto,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<CallResult<UploadData>>;
  remove(photo: StoredPhoto): Promise<CallResult<unknown>>;
  /** A ticket for a photo that has none; a failure when none can be had now. */
  authorize(slot: number): Promise<CallResult<Ticket>>;
  /** Opens a new session that follows the one before. */
  renew(): Promise<CallResult<unknown>>;
  /** Runs the work while no other tab does the same for this photo. */
  exclusive<T>(clientId: string, work: () => Promise<T>): Promise<T>;
  isOnline(): boolean;
  random(): number;
  on: {
    progress(clientId: string, share: number): void;
    waiting(clientId: string, failure: CallFailure, attempt: number): void;
    uploaded(photo: StoredPhoto, data: UploadData | null): void;
    /** It has to be taken again. */
    refused(clientId: string, code: string): void;
    /** The whole request cannot go on; what is kept has to be added again. */
    stopped(verdict: Extract<Verdict, { kind: 'screen' }>): void;
    /** Nothing is left to do for this one. */
    settled(): void;
  };
}

export interface Uploader {
  add(clientId: string, slot: number): void;
  /** True when the photo's ticket was never shown to the server. */
  cancel(clientId: string): boolean;
  /** Tries at once what waits for its next attempt. */
  wake(): void;
  isIdle(): boolean;
}

interface Job {
  clientId: string;
  slot: number;
  attempt: number;
  wasSent: boolean;
  canceled: boolean;
  /** Refused: the photo's ticket, its session or the like is not right, and another session has yet to help. */
  session: 'first' | 'refused' | 'renewed';
  running: AbortController | null;
  timer: ReturnType<typeof setTimeout> | null;
}

type Outcome =
  | { kind: 'done' }
  /** The phone has lost it: evicted by the system, or removed in another tab. */
  | { kind: 'gone' }
  | { kind: 'failed'; failure: CallFailure };

const AT_ONCE = 2;
const OFFLINE: CallFailure = { status: 0, code: 'offline', details: {}, retryAfter: null };
const BROKEN: CallFailure = { ...OFFLINE, code: 'network' };
/** Some browsers believe to be offline although they are not; from then on the network itself is asked. */
const BELIEVED_OFFLINE = 2;

/**
 * What the server says of the photo itself, or that it has no place for it, as after its owner shortened the list of a permanent
 * link. Whatever else it refuses, and whatever it may say one day, the photo is as good as before, and may be the only one.
 */
const REFUSALS = new Set([
  'photo_damaged',
  'photo_not_jpeg',
  'photo_not_live',
  'photo_refused',
  'photo_too_large',
  'photo_too_many_pixels',
  'photo_too_small',
  'slot_unknown',
]);

/** Sends what is kept, one photo per slot at a time, until the server has acknowledged or finally refused it. */
export function createUploader(parts: UploaderParts): Uploader {
  const { store, on } = parts;
  const jobs = new Map<string, Job>();

  function next(): void {
    for (const job of jobs.values()) {
      const running = [...jobs.values()].filter((other) => other.running !== null);
      if (running.length >= AT_ONCE) return;
      if (job.running !== null || job.timer !== null || running.some(({ slot }) => slot === job.slot))
        continue;
      void run(job);
    }
  }

  async function run(job: Job): Promise<void> {
    const controller = new AbortController();
    job.running = controller;
    const outcome = await parts
      .exclusive(job.clientId, () => attempt(job, controller.signal))
      .catch((): Outcome => ({ kind: 'failed', failure: BROKEN }));
    job.running = null;
    if (outcome.kind === 'failed' && !job.canceled) failed(job, outcome.failure);
    else end(job);
    if (outcome.kind === 'gone' && !job.canceled) on.refused(job.clientId, 'photo_gone');
    on.settled();
    next();
  }

  async function attempt(job: Job, signal: AbortSignal): Promise<Outcome> {
    const stored = await store.get(job.clientId);
    if (signal.aborted) return { kind: 'done' };
    if (stored === undefined) return { kind: 'gone' };
    if (stored.uploaded && !stored.removed) return acknowledged(stored, null);
    if (job.attempt < BELIEVED_OFFLINE && !parts.isOnline()) return { kind: 'failed', failure: OFFLINE };
    if (stored.removed) return tellRemoved(stored);
    const isReady = stored.ticket !== '' && job.session !== 'refused';
    const photo = isReady ? stored : await withTicket(job, stored);
    if (signal.aborted) return { kind: 'done' };
    if ('failure' in photo) return { kind: 'failed', failure: photo.failure };
    job.wasSent = true;
    on.progress(job.clientId, 0);
    const response = await parts.send(photo, signal, (share) => on.progress(job.clientId, share));
    if (signal.aborted) return { kind: 'done' };
    return response.ok ? acknowledged(photo, response.value) : { kind: 'failed', failure: response.failure };
  }

  async function withTicket(job: Job, photo: StoredPhoto): Promise<StoredPhoto | { failure: CallFailure }> {
    const isRefused = job.session === 'refused';
    const opened = isRefused ? await parts.renew() : null;
    if (opened?.ok === false) return { failure: opened.failure };
    const ticket = await parts.authorize(photo.slot);
    if (!ticket.ok) return { failure: ticket.failure };
    const authorized = { ...photo, ...ticket.value };
    // What was removed meanwhile must not come back.
    if (!job.canceled) await store.put(authorized);
    if (isRefused) job.session = 'renewed';
    return authorized;
  }

  async function tellRemoved(photo: StoredPhoto): Promise<Outcome> {
    const response = await parts.remove(photo);
    // What has expired or is closed may be opened again, and the photo must not be back then.
    if (!response.ok && ['retry', 'screen'].includes(judge(response.failure).kind))
      return { kind: 'failed', failure: response.failure };
    await store.delete(photo.clientId);
    return { kind: 'done' };
  }

  async function acknowledged(photo: StoredPhoto, data: UploadData | null): Promise<Outcome> {
    await store.put({ ...photo, uploaded: true });
    on.uploaded(photo, data);
    return { kind: 'done' };
  }

  /** A canceled job may have been followed by another for the same photo. */
  function end(job: Job): void {
    if (jobs.get(job.clientId) === job) jobs.delete(job.clientId);
  }

  function failed(job: Job, failure: CallFailure): void {
    const verdict = judge(failure, job.attempt);
    if (verdict.kind === 'screen') {
      end(job);
      on.waiting(job.clientId, failure, job.attempt);
      on.stopped(verdict);
      return;
    }
    if (isRefused(job, failure)) {
      end(job);
      void store.delete(job.clientId);
      on.refused(job.clientId, failure.code);
      return;
    }
    const isFirst = job.session === 'first';
    if (verdict.kind !== 'retry') job.session = 'refused';
    // At once with a new session; only where that does not help either, the fault may last.
    if (isFirst && job.session === 'refused') return;
    const delay = retryDelay(job.attempt++, failure.retryAfter, parts.random);
    job.timer = setTimeout(() => ready(job), delay);
    on.waiting(job.clientId, failure, job.attempt);
  }

  /** When it was taken is judged by the session, so it counts once a new one has judged it too. */
  function isRefused({ session }: Job, { code }: CallFailure): boolean {
    return REFUSALS.has(code) || (code === 'photo_time_invalid' && session === 'renewed');
  }

  function ready(job: Job): void {
    if (job.timer !== null) clearTimeout(job.timer);
    job.timer = null;
    next();
  }

  return {
    add(clientId, slot) {
      if (jobs.get(clientId)?.canceled === false) return;
      jobs.set(clientId, {
        clientId,
        slot,
        attempt: 0,
        wasSent: false,
        canceled: false,
        session: 'first',
        running: null,
        timer: null,
      });
      next();
    },
    cancel(clientId) {
      const job = jobs.get(clientId);
      if (job === undefined) return false;
      job.canceled = true;
      job.running?.abort();
      if (job.timer !== null) clearTimeout(job.timer);
      if (job.running === null) jobs.delete(clientId);
      return !job.wasSent;
    },
    wake() {
      for (const job of [...jobs.values()]) if (job.timer !== null) ready(job);
    },
    isIdle: () => jobs.size === 0,
  };
}
