import type { PhotoQueue } from './photo-queue.ts';

export interface LaterQueue extends PhotoQueue {
  /** Once every photo so far lies on the phone; false where they do not survive the end of the page. */
  areKept(): Promise<boolean>;
}

/**
 * Stands for the queue while its script is on its way, and does what was asked meanwhile once it is there.
 * `isNew`: this device has never been here, so there is nothing to look for in it.
 */
export function createLaterQueue(load: () => Promise<PhotoQueue>, isNew: boolean): LaterQueue {
  let queue: PhotoQueue | null = null;
  let waiting = 0;
  let keeping: Promise<unknown> = Promise.resolve();
  const isLasting = () => queue?.isLasting() === true;

  async function once<T>(act: (queue: PhotoQueue) => T): Promise<Awaited<T>> {
    if (queue !== null) return await act(queue);
    waiting += 1;
    queue = await load();
    waiting -= 1;
    return await act(queue);
  }

  return {
    isLasting,
    async areKept() {
      for (let kept: unknown; kept !== keeping; ) {
        kept = keeping;
        await kept;
      }
      return isLasting();
    },
    uploader: {
      add: (clientId, slot) => void once(({ uploader }) => uploader.add(clientId, slot)),
      cancel: (clientId) => queue?.uploader.cancel(clientId) ?? false,
      wake: () => queue?.uploader.wake(),
      isIdle: () => waiting === 0 && queue?.uploader.isIdle() !== false,
    },
    async adopt(state) {
      const isEmpty = isNew && queue === null && waiting === 0 && state.photos.length === 0;
      return isEmpty ? [] : once((there) => there.adopt(state));
    },
    keep(photo, replaced) {
      const kept = once((there) => there.keep(photo, replaced));
      keeping = Promise.all([keeping, kept]);
      return kept;
    },
    remove: (photo) => once((there) => there.remove(photo)),
    sendAgain: (clientIds) => once((there) => there.sendAgain(clientIds)),
    unsent: (submitted) => once((there) => there.unsent(submitted)),
    leaveOver: (clientIds) => once((there) => there.leaveOver(clientIds)),
    delete: (clientIds) => once((there) => there.delete(clientIds)),
    settle: (shown) => once((there) => there.settle(shown)),
  };
}
