import type { PhotoQueue } from './photo-queue.ts';

/**
 * Stands for the queue while its script is on its way, and does what was asked meanwhile once it is there.
 * `isNew`: this device has never been here, so there is nothing to look for in it.
 */
export function createLaterQueue(load: () => Promise<PhotoQueue>, isNew: boolean): PhotoQueue {
  let queue: PhotoQueue | null = null;
  let waiting = 0;

  async function once<T>(act: (queue: PhotoQueue) => T): Promise<Awaited<T>> {
    if (queue !== null) return await act(queue);
    waiting += 1;
    queue = await load();
    waiting -= 1;
    return await act(queue);
  }

  return {
    isLasting: () => queue?.isLasting() === true,
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
    keep: (photo, replaced) => once((there) => there.keep(photo, replaced)),
    remove: (photo) => once((there) => there.remove(photo)),
    sendAgain: (clientIds) => once((there) => there.sendAgain(clientIds)),
    unsent: (submitted) => once((there) => there.unsent(submitted)),
    leaveOver: (clientIds) => once((there) => there.leaveOver(clientIds)),
    forget: (clientIds) => once((there) => there.forget(clientIds)),
    forgetAll: () => once((there) => there.forgetAll()),
  };
}
