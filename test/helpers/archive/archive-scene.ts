import type { ArchiveInput, ShownArchive } from '../../../src/archive/web-schema.ts';
import type { ArchiveWorker } from '../../../src/archive/worker.ts';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { createLog } from '../../../src/platform/log.ts';
import { DEFAULT_ARCHIVE_PATTERN } from '../../../src/shared/archive-pattern.ts';
import type { TestApp } from '../app/test-app.ts';
import { rowsOf } from '../database/stored-rows.ts';
import { useForAll } from '../hooks.ts';
import { ARCHIVE_BUCKET, ARCHIVE_SECRET, ARCHIVE_USER, type ArchiveServer } from './archive-server.ts';

/** What the server would run, on the clock of the test. */
export function useArchiveWorker(api: TestApp): ArchiveWorker {
  return useForAll(() => api.services.openArchiveWorker(createLog('silent')), 'stop');
}

export function s3Archive(
  { url }: Pick<ArchiveServer, 'url'>,
  more: Partial<ArchiveInput> = {},
): ArchiveInput {
  return {
    kind: 's3',
    url,
    region: 'eu-central-1',
    bucket: ARCHIVE_BUCKET,
    prefix: 'from/shutterpost',
    username: ARCHIVE_USER,
    secret: ARCHIVE_SECRET,
    photos: 'originals',
    report: false,
    request_json: false,
    pattern: DEFAULT_ARCHIVE_PATTERN,
    only_approved: false,
    ...more,
  };
}

export function webDavArchive(
  { url }: Pick<ArchiveServer, 'url'>,
  more: Partial<ArchiveInput> = {},
): ArchiveInput {
  return {
    ...s3Archive({ url: `${url}/dav/` }),
    kind: 'webdav',
    region: null,
    bucket: null,
    prefix: null,
    ...more,
  };
}

export function saveArchive(
  api: TestApp,
  workspaceId: string,
  input: ArchiveInput,
  environment: 'live' | 'test' = 'live',
): Promise<ShownArchive> {
  return api.services.archiveSettings.save({ ...OPERATOR, workspaceId, environment }, input);
}

export function copiesOf(api: TestApp, requestId: string) {
  return rowsOf(api.database, 'archive_copies', { request_id: requestId }, 'id');
}
