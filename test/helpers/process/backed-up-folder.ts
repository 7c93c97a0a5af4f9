import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BackupOptions, backUp } from '../../../src/backup/backup.ts';
import { BLOCK, decodeHeader, encodeHeader, paddingAfter } from '../../../src/backup/tar-header.ts';
import { photoKey } from '../../../src/photos/keys.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { ids, insertWorkspace, photoRequestRow } from '../database/rows.ts';
import { insertRows } from '../database/stored-rows.ts';

/** A data folder with a few photos, without a server. */
export interface DataFolder {
  root: string;
  dataDir: string;
  sqliteFile: string;
  /** A name beside the data folder. */
  path(name: string): string;
  addPhoto(): Promise<string>;
  backUp(name: string, options?: Partial<BackupOptions>): ReturnType<typeof backUp>;
  drop(): Promise<void>;
  database: Awaited<ReturnType<typeof openDatabase>>;
  storage: Awaited<ReturnType<typeof openStorage>>;
}

export async function createDataFolder(): Promise<DataFolder> {
  const root = mkdtempSync(join(tmpdir(), 'shutterpost-backup-'));
  const dataDir = join(root, 'data');
  const sqliteFile = join(dataDir, 'shutterpost.db');
  const database = await openDatabase({ databaseUrl: undefined, sqliteFile });
  await migrate(database);
  const storage = await openStorage({ storageUrl: undefined, dataDir });
  writeFileSync(join(dataDir, 'secret-key'), 'the key of this folder\n', { mode: 0o600 });
  const workspaceId = await insertWorkspace(database);
  const request = photoRequestRow(workspaceId);
  await insertRows(database, 'photo_requests', request);
  let slot = 0;

  return {
    root,
    dataDir,
    sqliteFile,
    database,
    storage,
    path: (name) => join(root, name),
    async addPhoto() {
      const id = ids.next('photo');
      const bytes = Buffer.from(`the photo ${id}`.repeat(100));
      await storage.putBytes(photoKey(id), bytes, 'image/jpeg');
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const facts = { sha256, bytes: bytes.length, width: 1, height: 1, captured_at: 1, received_at: 1 };
      const place = { latitude: null, longitude: null, accuracy: null, hint: null, checked_at: null };
      const names = { client_id: id, session_hash: 'session', slot_index: slot++, request_id: request.id };
      const owner = { workspace_id: workspaceId, environment: 'live' as const };
      const row = { id, ...owner, ...names, ...facts, ...place };
      await insertRows(database, 'photos', row);
      return id;
    },
    backUp: (name, options = {}) =>
      backUp({
        dataDir,
        sqliteFile,
        secretKeyFile: join(dataDir, 'secret-key'),
        to: join(root, name),
        force: false,
        version: '1.2.3',
        now: Date.UTC(2026, 0, 31),
        onProgress: () => {},
        ...options,
      }),
    async drop() {
      await storage.close();
      await database.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Every file below a folder with its content, for comparing folders. */
export function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

export interface Part {
  name: string;
  content: Buffer;
}

export function readParts(archive: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 0; ; ) {
    const entry = decodeHeader(archive.subarray(at, at + BLOCK));
    if (entry === undefined) return parts;
    at += BLOCK;
    parts.push({ name: entry.name, content: Buffer.from(archive.subarray(at, at + entry.bytes)) });
    at += entry.bytes + paddingAfter(entry.bytes);
  }
}

/** An archive as someone with bad intentions would make it: its list of files is right. */
export function forge(parts: Part[], { schemaVersion }: { schemaVersion?: number } = {}): Buffer {
  const isListed = ({ name }: Part) => !name.startsWith('manifest');
  const content = parts.filter(isListed);
  const old =
    parts
      .find(({ name }) => name === 'manifest.jsonl')
      ?.content.toString()
      .split('\n')[0] ?? '{}';
  const summary = { ...JSON.parse(old), files: content.length };
  if (schemaVersion !== undefined) summary.schema_version = schemaVersion;
  const lines = content
    .map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256(content) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const manifest = Buffer.from([summary, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return pack([
    ...content,
    { name: 'manifest.jsonl', content: manifest },
    { name: 'manifest.sha256', content: Buffer.from(`${sha256(manifest)}\n`) },
  ]);
}

export function pack(parts: Part[]): Buffer {
  const blocks = parts.flatMap(({ name, content }) => [
    encodeHeader({ name, bytes: content.length }, 0),
    content,
    Buffer.alloc(paddingAfter(content.length)),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
