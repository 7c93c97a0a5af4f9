import { time } from '../platform/http/fields.ts';
import { isId } from '../platform/ids.ts';
import { type Command, type Given, optional, type Result, UsageError, wholeNumber } from './command.ts';
import { formatBytes } from './progress.ts';

export const photoCommands: Command<'verifyPhotos' | 'workspaces'>[] = [
  {
    name: 'photos verify',
    summary:
      'Reread stored photos and compare them with what was received; exits with 1 if any are missing or damaged',
    options: {
      workspace: optional('ID'),
      since: optional('TIME'),
      after: optional('PHOTO'),
      limit: optional('N'),
    },
    async run({ verifyPhotos, workspaces }, given, progress) {
      const which = readWhich(given);
      if (which.workspaceId !== undefined) await workspaces.find(which.workspaceId);
      const { hasMore, setAside, ...verified } = await verifyPhotos(
        which,
        ({ checked, bytes, missing, damaged }) =>
          progress(`${checked} photos, ${formatBytes(bytes)}, ${missing} missing, ${damaged} damaged`),
      );
      return { ...verified, has_more: hasMore, set_aside: setAside };
    },
    foundFaults: ({ missing, damaged }) => Number(missing) + Number(damaged) > 0,
    show: ({ checked, bytes, missing, damaged, faults, last, has_more, set_aside }) =>
      [
        `${checked} photos checked, ${formatBytes(Number(bytes))}: ${missing} missing, ${damaged} damaged\n`,
        ...(faults as Result[]).map(
          ({ fault, file, photo_id, request_id, workspace_id }) =>
            `  ${fault}  ${photo_id}${file === 'sealed' ? ' (sealed)' : ''}  of ${request_id} in ${workspace_id}\n`,
        ),
        ...(set_aside as string[]).map((photoId) => `  in quarantine  ${photoId}\n`),
        ...(has_more === true ? [`There are more. Continue with --after ${last}\n`] : []),
      ].join(''),
  },
];

function readWhich(given: Given) {
  const since = given.optional('since');
  const read = since === undefined ? undefined : time.safeParse(since);
  if (read?.success === false) throw new UsageError('--since must be a time such as 2026-01-31T12:00:00Z');
  const after = given.optional('after');
  if (after !== undefined && !isId('photo', after)) throw new UsageError('--after must be the id of a photo');
  const limit = given.optional('limit');
  return {
    workspaceId: given.optional('workspace'),
    since: read?.data,
    after,
    limit: limit === undefined ? undefined : wholeNumber('limit', limit),
  };
}
