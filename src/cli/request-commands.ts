import { OPERATOR } from '../audit/actor.ts';
import type { Services } from '../services.ts';
import { type Command, type Result, required } from './command.ts';

export const requestCommands: Command<'photoRequests' | 'photoUpkeep' | 'photos'>[] = [
  {
    name: 'request erase',
    summary: 'Erase a photo request and everything known about its customer; shows what was erased',
    options: { id: required('ID') },
    async run(services, given) {
      const { photoRequests } = services;
      const id = given.text('id');
      const { owner, ...erased } = await photoRequests.eraseAnywhere(OPERATOR, id);
      return { id, workspace_id: owner.workspaceId, ...erased, ...(await deleteQueuedFiles(services)) };
    },
  },
];

/** Deletes what nothing refers to any more. What the storage refuses now, the server tries again. */
export async function deleteQueuedFiles({
  photoUpkeep,
  photos,
}: Pick<Services, 'photoUpkeep' | 'photos'>): Promise<Result> {
  let hasMore = true;
  let problem: string | undefined;
  while (hasMore && problem === undefined) {
    hasMore = await photoUpkeep.deleteQueuedFiles().catch((error: Error) => {
      problem = error.message;
      return false;
    });
  }
  return {
    files_left_to_delete: await photos.countFileDeletions(),
    ...(problem === undefined ? {} : { storage_problem: problem }),
  };
}
