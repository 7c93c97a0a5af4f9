import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { FileLine } from './contents.ts';

export type FileIndex = ReturnType<typeof openFileIndex>;

/** The names and hashes of all files in an archive, on disk: there may be millions. */
export function openFileIndex(path: string) {
  closeSync(openSync(path, 'wx', 0o600));
  const connection = new DatabaseSync(path);
  // No one needs it after a crash.
  connection.exec('pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive');
  connection.exec('pragma trusted_schema = off');
  connection.exec(
    'create table files (name text primary key, bytes integer not null, sha256 text not null) strict, without rowid',
  );
  const insert = connection.prepare('insert into files values (?, ?, ?) on conflict do nothing');
  const select = connection.prepare('select name, bytes, sha256 from files where name = ?');
  const selectAll = connection.prepare('select name, bytes, sha256 from files order by name');
  const find = (name: string) => select.get(name) as unknown as FileLine | undefined;
  return {
    /** False when the name was there already. */
    add: ({ name, bytes, sha256 }: FileLine) => insert.run(name, bytes, sha256).changes === 1,
    find,
    has: (name: string) => find(name) !== undefined,
    all: () => selectAll.iterate() as unknown as Iterable<FileLine>,
    totals(): { files: number; bytes: number } {
      const row = connection.prepare('select count(*) as n, sum(bytes) as bytes from files').get();
      return { files: Number(row?.n), bytes: Number(row?.bytes) };
    },
    close(): void {
      connection.close();
      rmSync(path, { force: true });
    },
  };
}
