import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../src/platform/db/database.ts';
import { waitUntil } from '../wait-until.ts';

const MESSAGE = JSON.stringify({ from: 'another node', topic: 'archive', detail: '' });

/** A node begins to hear others with its first listener, a moment later, and tells everyone so. This is over then. */
export async function untilListening(database: Database): Promise<void> {
  if (database.engine === 'sqlite') return;
  let isHeard = false;
  const stop = database.signals.on('archive', () => {
    isHeard = true;
  });
  await waitUntil(async () => {
    await sql`select pg_notify('shutterpost', ${MESSAGE})`.execute(database.reader);
    expect(isHeard).toBe(true);
  });
  stop();
}
