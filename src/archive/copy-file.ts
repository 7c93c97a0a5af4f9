import type { Clock } from '../platform/clock.ts';
import type { ArchiveCopyRow, Owner } from '../platform/db/tables.ts';
import { cutToCharacters } from '../platform/text.ts';
import type { OpenContent } from './contents.ts';
import type { TargetFailure } from './failures.ts';
import { isGivenUp } from './schedule.ts';
import type { WatchArchiveSteps } from './steps.ts';
import type { ArchiveTarget, OutgoingFile } from './target.ts';

/** What came of an attempt to copy one file. */
export type CopyOutcome =
  | { end: 'done'; bytes: number }
  | { end: 'gone' }
  | { end: 'sealing' }
  | ({ end: 'failed'; isOurFault?: true } & TargetFailure);

const MAX_ERROR_LENGTH = 300;
const NEVER_SEALED = 'The photo was not sealed in time.';
/** What is wrong on our side is for the operator, whose log has more of it. */
const NOT_READ = 'The file could not be read from our storage.';

export type CopyFile = (target: ArchiveTarget, owner: Owner, copy: ArchiveCopyRow) => Promise<CopyOutcome>;

/** Copies one file; whatever happens is an outcome. */
export function createCopyFile(deps: {
  openContent: OpenContent;
  onLocalFault(error: unknown, copy: ArchiveCopyRow): void;
  onStep: WatchArchiveSteps;
  clock: Clock;
}): CopyFile {
  const { openContent, onLocalFault, onStep, clock } = deps;

  async function putFile(
    target: ArchiveTarget,
    copy: ArchiveCopyRow,
    file: OutgoingFile,
  ): Promise<CopyOutcome> {
    const local: { error?: unknown } = {};
    const chunks = async function* () {
      try {
        yield* file.chunks();
      } catch (error) {
        local.error = error;
        throw error;
      }
    };
    const failure = await target.put(copy.name, { ...file, chunks });
    if ('error' in local) return localFault(local.error, copy);
    if (failure === undefined) return { end: 'done', bytes: file.bytes };
    return { end: 'failed', ...failure, error: oneLine(failure.error) };
  }

  function localFault(error: unknown, copy: ArchiveCopyRow): CopyOutcome {
    onLocalFault(error, copy);
    return { end: 'failed', error: NOT_READ, isOfArchive: false, isOurFault: true };
  }

  return async (target, owner, copy) => {
    try {
      const file = await openContent(owner, copy);
      onStep('file opened');
      if (file === 'gone') return { end: 'gone' };
      if (file === 'sealing')
        return isGivenUp(copy, clock())
          ? { end: 'failed', error: NEVER_SEALED, isOfArchive: false, isOurFault: true }
          : { end: 'sealing' };
      try {
        return await putFile(target, copy, file);
      } finally {
        await file.close?.();
        onStep('file copied');
      }
    } catch (error) {
      return localFault(error, copy);
    }
  };
}

/** For the row and the page. */
export function oneLine(text: string): string {
  return cutToCharacters(text.replace(/\p{Cc}+/gu, ' ').toWellFormed(), MAX_ERROR_LENGTH);
}
