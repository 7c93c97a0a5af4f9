import type { GuardedClient } from '../webhooks/client/guarded-client.ts';
import { failureOf, type TargetFailure } from './failures.ts';
import { encodedPath } from './signature-v4.ts';
import type { ArchiveAccess, ArchiveTarget } from './target.ts';

/** What a server returns for a folder that is there already. */
const EXISTS = 405;

/** A folder on a WebDAV server. Folders inside are created when a file needs them. */
export function createWebDavTarget(
  { url, username, password }: ArchiveAccess,
  client: Pick<GuardedClient, 'send'>,
): ArchiveTarget {
  const base = url.replace(/\/+$/, '');
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const folders = new Map<string, Promise<TargetFailure | undefined>>();

  async function createFolder(folder: string): Promise<TargetFailure | undefined> {
    const address = `${base}/${encodedPath(folder)}/`;
    const exchange = await client.send(address, { method: 'MKCOL', headers: { authorization } });
    return exchange.statusCode === EXISTS ? undefined : failureOf(exchange, 'webdav');
  }

  /** Each once, however many files lie in it. */
  function requireFolder(folder: string): Promise<TargetFailure | undefined> {
    let required = folders.get(folder);
    if (required === undefined) {
      required = createFolder(folder);
      folders.set(folder, required);
    }
    return required;
  }

  async function requireFolders(name: string): Promise<TargetFailure | undefined> {
    const parts = name.split('/').slice(0, -1);
    for (const [index] of parts.entries()) {
      const failure = await requireFolder(parts.slice(0, index + 1).join('/'));
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  return {
    async put(name, { bytes, contentType, chunks }) {
      const missing = await requireFolders(name);
      if (missing !== undefined) return missing;
      const address = `${base}/${encodedPath(name)}`;
      const headers = { authorization, 'content-type': contentType, 'content-length': String(bytes) };
      const failure = failureOf(
        await client.send(address, { method: 'PUT', headers, body: chunks }),
        'webdav',
      );
      if (failure !== undefined) return failure;
      // Nothing in the protocol makes the server compare what arrived with what was sent.
      const stored = await client.send(address, { method: 'HEAD', headers: { authorization } });
      const isOther = stored.outcome === 'delivered' && (stored.contentLength ?? bytes) !== bytes;
      return isOther
        ? { error: 'The server stored the file with another size.', isOfArchive: false }
        : undefined;
    },

    async delete(name) {
      const address = `${base}/${encodedPath(name)}`;
      return failureOf(
        await client.send(address, { method: 'DELETE', headers: { authorization } }),
        'webdav',
      );
    },
  };
}
