import { existsSync } from 'node:fs';
import { join } from 'node:path';

// Which of the API tests say nothing about several nodes, and why. Each is skipped by its name, and counted.

const REPLACED = 'replaces a part of the process under test, which is not this process';
const PER_NODE = 'is about a limit that each node has for itself (0057)';

export interface ClusterException {
  /** Below test/api. */
  file: string;
  /** Each is a part of some names, which begin with the outermost group. Absent: all of the file. */
  names?: string[];
  why: string;
}

export const EXCEPTIONS: ClusterException[] = [
  { file: 'errors.test.ts', names: ['respond with 500 without', 'respond with 503'], why: REPLACED },
  {
    file: 'status.test.ts',
    names: ['degraded', 'ok again', 'respond with 503', 'really gone'],
    why: REPLACED,
  },
  {
    file: 'photos/get.test.ts',
    names: ['a range: one byte'],
    why: 'asks for the first byte, for which the S3 server of the tests sends all of them',
  },
  {
    file: 'photos/upkeep.test.ts',
    names: ['should put files aside', 'should delete the files of what was deleted before a crash'],
    why: 'makes files look older than they are, which S3 lets no one do',
  },
  {
    file: 'idempotency/refusals.test.ts',
    names: ['a control character'],
    why: 'sends a header that no HTTP client sends and no load balancer lets through',
  },
  {
    file: 'photo-requests/create.round-trips.test.ts',
    names: ['take two round trips'],
    why: 'counts what the process under test asks its database, which is not this process',
  },
  { file: 'capture/rush.test.ts', names: ['name a damaged one', 'up to twenty'], why: PER_NODE },
  {
    file: 'capture/rush.test.ts',
    names: ['the storage loses one'],
    why: 'counts how long the storage has failed, which each node knows for itself',
  },
  {
    file: 'capture/large.test.ts',
    names: ['before it has a thumbnail', 'while its thumbnail', 'decoded from its file', 'while two others'],
    why: REPLACED,
  },
  { file: 'web-app/identity-flood.test.ts', why: PER_NODE },
  { file: 'web-app/zip.test.ts', names: ['gets lost on the way'], why: REPLACED },
  { file: 'web-app/live.test.ts', names: ['beyond ten pages'], why: PER_NODE },
  { file: 'web-app/live.test.ts', names: ['a stopping server'], why: 'stops the process under test' },
  {
    file: 'web-app/live.test.ts',
    names: ['that something happened'],
    why: 'counts what a page is told, and a node that has just begun to hear tells all to look',
  },
  { file: 'phone/sending.test.ts', names: ['a server without a provider'], why: REPLACED },
  { file: 'photos/cross-origin.test.ts', why: REPLACED },
  { file: 'web-app/after-the-body.test.ts', why: REPLACED },
  { file: 'archive/settings.test.ts', names: ['an archive in our own network'], why: REPLACED },
  { file: 'events/stream.test.ts', names: ['beyond five'], why: PER_NODE },
  { file: 'events/stream-bounds.test.ts', why: PER_NODE },
  {
    file: 'events/clock-set-back.test.ts',
    why: 'is about one process, which alone knows what it gave out (0141)',
  },
  { file: 'web-app/report.test.ts', names: ['a few times at once'], why: PER_NODE },
];

const API_TESTS = join(import.meta.dirname, '../../api');

/** Of this test file. */
export function exceptionsOf(path: string): ClusterException[] {
  return EXCEPTIONS.filter(({ file }) => join(API_TESTS, file) === path);
}

/** An exception for what is no longer there is a lie. */
export function refuseExceptionsWithoutFile(): void {
  const lost = EXCEPTIONS.filter(({ file }) => !existsSync(join(API_TESTS, file)));
  if (lost.length > 0)
    throw new Error(`Exceptions for no test file: ${lost.map(({ file }) => file).join(', ')}`);
}
