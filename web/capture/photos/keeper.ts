import type { PageData } from '../../../src/capture/pages/page-data.ts';
import type { Position, ServerState } from '../answers.ts';
import { deletePhoto, uploadPhoto } from '../api.ts';
import type { Picture } from '../camera/shoot.ts';
import type { Photo } from '../flow/state.ts';
import type { Session } from '../session.ts';
import { mergePhotos, type ServerPhoto } from './merge.ts';
import { openPhotoStore } from './photo-store.ts';
import type { PhotoStore, StoredPhoto } from './stored-photo.ts';
import { createUploader, type Uploader, type UploaderParts } from './uploader.ts';

export interface NewPhoto {
  clientId: string;
  slot: number;
  picture: Picture;
  capturedAt: string;
  location: Position | null;
}

export interface PhotoKeeper {
  uploader: Uploader;
  /** What the customer shall see, and everything unsent on its way again. */
  adopt(state: ServerState): Promise<Photo[]>;
  keep(photo: NewPhoto, replaced: Photo | undefined): Promise<void>;
  remove(photo: Photo): Promise<void>;
  /** The server says it lacks them. Returns those that the phone has not either. */
  sendAgain(clientIds: string[]): Promise<string[]>;
  forgetAll(): Promise<void>;
}

export async function createPhotoKeeper(
  page: PageData,
  session: Session,
  on: UploaderParts['on'],
): Promise<PhotoKeeper> {
  const pageKey = `${page.kind}:${page.key}`;
  const store = await openPhotoStore(pageKey);
  const uploader = createUploader({
    store,
    send: uploadPhoto,
    remove: (photo) => deletePhoto(session.token() ?? photo.session, photo.clientId),
    authorize: session.authorize,
    renew: session.open,
    exclusive,
    isOnline: () => navigator.onLine,
    random: Math.random,
    on,
  });

  async function letGo(photo: Photo): Promise<StoredPhoto | undefined> {
    const stored = await store.get(photo.clientId);
    if (uploader.cancel(photo.clientId) && stored !== undefined && stored.ticket !== '')
      session.tickets.giveBack(photo.slot, stored);
    return stored;
  }

  async function sendAgain(clientIds: string[]): Promise<string[]> {
    const lost: string[] = [];
    for (const clientId of clientIds) {
      const stored = await store.get(clientId);
      if (stored?.blob) {
        await store.put({ ...stored, uploaded: false, ticket: '' });
        uploader.add(clientId, stored.slot);
      } else lost.push(clientId);
    }
    return lost;
  }

  return {
    uploader,
    async adopt(state) {
      const stored = await store.all();
      const merged = mergePhotos(state.photos, stored, Date.now());
      for (const clientId of merged.forget) await store.delete(clientId);
      await sendAgain(merged.sendAgain);
      await markUploaded(store, stored, state.photos);
      for (const photo of stored) {
        const isDone = photo.uploaded && !photo.removed;
        if (!isDone && !merged.forget.includes(photo.clientId)) uploader.add(photo.clientId, photo.slot);
      }
      return merged.shown.map(({ clientId, slot, where }) =>
        shownPhoto(clientId, slot, where !== 'phone', stored, state.photos),
      );
    },
    async keep({ clientId, slot, picture, capturedAt, location }, replaced) {
      if (replaced !== undefined) {
        await letGo(replaced);
        await store.delete(replaced.clientId);
      }
      const { session: token, ticket } = session.tickets.take(slot) ?? {
        session: session.token() ?? '',
        ticket: '',
      };
      const { blob, thumbnail, hint } = picture;
      const own = { page: pageKey, session: token, ticket, uploaded: false, removed: false };
      await store.put({ clientId, slot, capturedAt, location, blob, thumbnail, hint, ...own });
      uploader.add(clientId, slot);
    },
    async remove(photo) {
      const stored = await letGo(photo);
      const reminder = {
        clientId: photo.clientId,
        slot: photo.slot,
        page: pageKey,
        removed: true,
        uploaded: true,
      };
      const empty = { blob: null, thumbnail: null, hint: null, location: null, ticket: '' };
      const when = { capturedAt: stored?.capturedAt ?? session.timeNow(), session: session.token() ?? '' };
      await store.put({ ...reminder, ...empty, ...when });
      uploader.add(photo.clientId, photo.slot);
    },
    sendAgain,
    async forgetAll() {
      for (const { clientId } of await store.all()) {
        uploader.cancel(clientId);
        await store.delete(clientId);
      }
    },
  };
}

function shownPhoto(
  clientId: string,
  slot: number,
  uploaded: boolean,
  stored: StoredPhoto[],
  server: ServerPhoto[],
): Photo {
  const local = stored.find((photo) => photo.clientId === clientId);
  const remote = server.find((photo) => photo.client_id === clientId);
  return {
    clientId,
    slot,
    thumbnail: local?.thumbnail ? URL.createObjectURL(local.thumbnail) : (remote?.thumbnail_url ?? ''),
    hint: remote?.hint ?? local?.hint ?? null,
    upload: uploaded ? 'uploaded' : 'waiting',
    progress: uploaded ? 1 : 0,
  };
}

/** Acknowledged, but the answer never reached us. */
async function markUploaded(store: PhotoStore, stored: StoredPhoto[], server: ServerPhoto[]): Promise<void> {
  for (const photo of stored) {
    if (photo.removed || photo.uploaded || !server.some(({ client_id }) => client_id === photo.clientId))
      continue;
    photo.uploaded = true;
    await store.put(photo);
  }
}

/** Two tabs share the photos; the lock keeps them from sending the same one at once. */
function exclusive<T>(clientId: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks === undefined) return work();
  return navigator.locks.request(`shutterpost:${clientId}`, work) as Promise<T>;
}
