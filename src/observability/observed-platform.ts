import { MailRefusedError } from '../email/mail-refused-error.ts';
import type { MailTransport } from '../email/transport.ts';
import { MessageRefusedError, type PhoneTransport } from '../phone/transport.ts';
import { type Database, DatabaseUnavailableError } from '../platform/db/database.ts';
import { FileChangedError, type Storage, StorageUnavailableError } from '../platform/storage/storage.ts';
import type { Exchange, GuardedClient } from '../webhooks/client/guarded-client.ts';
import { type Observe, type Operation, type OutcomeOf, outcomeByError } from './operation.ts';

/** A use case that throws inside a transaction undoes it on purpose: only what an engine says counts. */
const databaseOutcome = outcomeByError(
  (error) =>
    error instanceof DatabaseUnavailableError ||
    (error instanceof Error && ('errcode' in error || 'severity' in error)),
);

const storageOutcome = outcomeByError(
  (error) => error instanceof StorageUnavailableError || error instanceof FileChangedError,
);

const webhookOutcome: OutcomeOf<Exchange> = {
  result: ({ outcome }) => ({ name: outcome, isError: outcome !== 'delivered' }),
  thrown: () => ({ name: 'unreachable', isError: true }),
};

const mailOutcome: OutcomeOf<void> = {
  result: () => ({ name: 'sent', isError: false }),
  thrown: (error) => ({ name: error instanceof MailRefusedError ? 'refused' : 'failed', isError: true }),
};

const phoneOutcome: OutcomeOf<void> = {
  result: () => ({ name: 'sent', isError: false }),
  thrown: (error) => ({ name: error instanceof MessageRefusedError ? 'refused' : 'failed', isError: true }),
};

const READ: Operation = { part: 'database', name: 'read' };
const WRITE: Operation = { part: 'database', name: 'write' };
const STORAGE = {
  put: { part: 'storage', name: 'put' },
  open: { part: 'storage', name: 'open' },
  size: { part: 'storage', name: 'size' },
  delete: { part: 'storage', name: 'delete' },
  move: { part: 'storage', name: 'move' },
} as const satisfies Record<string, Operation>;
const POST: Operation = { part: 'webhook', name: 'post' };
const SEND: Operation = { part: 'mail', name: 'send' };
const SEND_TO_PHONE: Operation = { part: 'phone', name: 'send' };

export function observedDatabase(database: Database, observe: Observe): Database {
  return {
    ...database,
    find: (lookup, key) =>
      observe(READ, databaseOutcome as OutcomeOf<never>, () => database.find(lookup, key) as never),
    write: (work) => observe(WRITE, databaseOutcome as OutcomeOf<never>, () => database.write(work) as never),
  };
}

export function observedStorage(storage: Storage, observe: Observe): Storage {
  const watch = <T>(name: keyof typeof STORAGE, run: () => Promise<T>) =>
    observe<T>(STORAGE[name], storageOutcome, run);
  return {
    ...storage,
    put: (key, file) => watch('put', () => storage.put(key, file)),
    putBytes: (key, bytes, contentType) => watch('put', () => storage.putBytes(key, bytes, contentType)),
    open: (key, range) => watch('open', () => storage.open(key, range)),
    size: (key) => watch('size', () => storage.size(key)),
    delete: (key) => watch('delete', () => storage.delete(key)),
    sizes: (keys) => watch('size', () => storage.sizes(keys)),
    deleteAll: (keys) => watch('delete', () => storage.deleteAll(keys)),
    move: (from, to) => watch('move', () => storage.move(from, to)),
  };
}

export function observedWebhookClient(client: GuardedClient, observe: Observe): GuardedClient {
  return {
    ...client,
    post: (url, headers, body) => observe(POST, webhookOutcome, () => client.post(url, headers, body)),
  };
}

export function observedMailTransport(transport: MailTransport, observe: Observe): MailTransport {
  return { ...transport, send: (mail) => observe(SEND, mailOutcome, () => transport.send(mail)) };
}

export function observedPhoneTransport(transport: PhoneTransport, observe: Observe): PhoneTransport {
  return {
    ...transport,
    send: (message) => observe(SEND_TO_PHONE, phoneOutcome, () => transport.send(message)),
  };
}
