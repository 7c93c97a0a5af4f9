import type { PageData } from '../../../src/capture/pages/page-data.ts';
import type { Picture } from '../camera/shoot.ts';
import type { Photo } from '../flow/state.ts';
import { pageKeyOf } from '../page-key.ts';
import type { Position, ServerState } from '../responses.ts';
import type { Session } from '../session.ts';
import { createExclusive } from './exclusive.ts';
import { mergePhotos, type ServerPhoto } from './merge.ts';
import { deletePhoto, uploadPhoto } from './photo-calls.ts';
import { openPhotoStore } from './photo-store.ts';
import type { PhotoStore, StoredPhoto } from './stored-photo.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';
import { createUploader, type Uploader, type UploaderParts } from './uploader.ts';

export interface NewPhoto {
  clientId: string;
  slot: number;
  picture: Picture;
  /** Address of its thumbnail. */
  thumbnail: string;
  capturedAt: string;
  location: Position | null;
}

export interface PhotoQueue {
  /** Whether the photos survive the end of the page. */
  isLasting(): boolean;
  uploader: Uploader;
  /** What the customer shall see, and everything unsent on its way again. */
  adopt(state: ServerState): Promise<Photo[]>;
  keep(photo: NewPhoto, replaced: Photo | undefined): Promise<void>;
  remove(photo: Photo): Promise<void>;
  /** The server says it lacks them. Returns those that the phone has not either. */
  sendAgain(clientIds: string[]): Promise<string[]>;
  /** Those of this phone that are not part of what was submitted; null: what that was is not known. */
  unsent(submitted: ServerPhoto[] | null): Promise<string[]>;
  /** Does not send them any more. The next visit to a permanent link can still do so. */
  leaveOver(clientIds: string[]): Promise<void>;
  delete(clientIds: string[]): Promise<void>;
  /** The visit is over: only what another tab has taken and not sent stays, for the next visit. */
  settle(shown: Photo[]): Promise<void>;
}

export async function createPhotoQueue(
  page: PageData,
  session: Session,
  on: UploaderParts['on'],
): Promise<PhotoQueue> {
  const pageKey = pageKeyOf(page);
  const store = await openPhotoStore(pageKey, Date.parse(page.now));
  const thumbnails = createThumbnails();
  const uploader = createUploader({
    store,
    send: (photo, ...call) => uploadPhoto(photo, page.request.edition, ...call),
    remove: (photo) => deletePhoto(session.token() ?? photo.session, photo),
    authorize: session.authorize,
    renew: session.open,
    exclusive: createExclusive(navigator.locks),
    isOnline: () => navigator.onLine,
    random: Math.random,
    on,
  });

  /** What cannot be read is as good as lost. */
  const read = (clientId: string) => store.get(clientId).catch(() => undefined);

  /** Returns it as it was sent, if it was: a ticket that goes back belongs to another photo from then on. */
  async function letGo({ clientId, slot }: Photo): Promise<StoredPhoto | undefined> {
    // Canceled first, so that it gets no ticket any more that is not known here.
    const isUnsent = uploader.cancel(clientId);
    const stored = await read(clientId);
    const isReusable = isUnsent && stored?.session === session.token() && stored?.ticket !== '';
    if (!isReusable || stored === undefined) return stored;
    session.tickets.giveBack(slot, stored);
    return { ...stored, ticket: '' };
  }

  async function sendAgain(clientIds: string[]): Promise<string[]> {
    const lost: string[] = [];
    for (const clientId of clientIds) {
      const stored = await read(clientId);
      if (stored?.blob) {
        await store.put({ ...stored, uploaded: false, ticket: '' });
        uploader.add(clientId, stored.slot);
      } else lost.push(clientId);
    }
    return lost;
  }

  async function deletePhotos(clientIds: string[]): Promise<void> {
    for (const clientId of clientIds) {
      uploader.cancel(clientId);
      thumbnails.delete(clientId);
      await store.delete(clientId);
    }
  }

  async function leaveOver(clientIds: string[]): Promise<void> {
    for (const clientId of clientIds) {
      uploader.cancel(clientId);
      const stored = await read(clientId);
      if (stored?.blob) await store.put({ ...stored, uploaded: false, ticket: '' });
    }
  }

  return {
    isLasting: store.isLasting,
    uploader,
    async adopt(state) {
      if (state.visit !== undefined) loadFor(state.visit);
      const stored = await store.all();
      // A permanent link whose visit was submitted begins a new one, in which those photos have no place.
      const canSendAgain = page.kind === 'request' || session.formerVisit() === 'ended';
      const now = Date.parse(session.timeNow());
      const merged = mergePhotos(state.photos, stored, now, canSendAgain);
      await deletePhotos(merged.unneeded);
      await sendAgain(merged.sendAgain);
      await markUploaded(store, stored, state.photos);
      // What is not on the disk is as it was before, once the page is loaded again.
      if (stored.length === 0 || store.isLasting()) session.continueAlone();
      for (const photo of stored) {
        const isDone = photo.uploaded && !photo.removed;
        if (!isDone && !merged.unneeded.includes(photo.clientId)) uploader.add(photo.clientId, photo.slot);
      }
      return merged.shown.map(({ clientId, slot, where }) =>
        shownPhoto({ clientId, slot, isUploaded: where !== 'phone' }, stored, state.photos, thumbnails),
      );
    },
    async keep({ clientId, slot, picture, thumbnail: address, capturedAt, location }, replaced) {
      const isOver = session.isOver();
      const { session: token, ticket } = (isOver ? null : session.tickets.take(slot)) ?? {
        session: session.token() ?? '',
        ticket: '',
      };
      const { blob, thumbnail, hint } = picture;
      thumbnails.of(clientId, () => address);
      const own = { page: pageKey, session: token, ticket, uploaded: false, removed: false };
      await store.put({ clientId, slot, capturedAt, location, blob, thumbnail, hint, ...own });
      if (replaced !== undefined) {
        await letGo(replaced);
        await deletePhotos([replaced.clientId]);
      }
      uploader.add(clientId, slot);
    },
    async remove(photo) {
      const stored = await letGo(photo);
      thumbnails.delete(photo.clientId);
      const reminder = {
        clientId: photo.clientId,
        slot: photo.slot,
        page: pageKey,
        removed: true,
        uploaded: true,
      };
      const empty = { blob: null, thumbnail: null, hint: null, location: null };
      const sent = { session: stored?.session ?? session.token() ?? '', ticket: stored?.ticket ?? '' };
      await store.put({
        ...reminder,
        ...empty,
        ...sent,
        capturedAt: stored?.capturedAt ?? session.timeNow(),
      });
      uploader.add(photo.clientId, photo.slot);
    },
    sendAgain,
    async unsent(submitted) {
      const wasSent = ({ clientId, uploaded }: StoredPhoto) =>
        submitted === null ? uploaded : submitted.some(({ client_id }) => client_id === clientId);
      const left = (await store.all()).filter((photo) => !photo.removed && !wasSent(photo));
      return left.map(({ clientId }) => clientId);
    },
    leaveOver,
    delete: deletePhotos,
    async settle(shown) {
      const isDone = (photo: StoredPhoto) =>
        photo.uploaded || shown.some(({ clientId }) => clientId === photo.clientId);
      const stored = await store.all();
      const idsOf = (photos: StoredPhoto[]) => photos.map(({ clientId }) => clientId);
      await deletePhotos(idsOf(stored.filter(isDone)));
      const left = idsOf(stored.filter((photo) => !isDone(photo)));
      if (left.length === 0) return;
      // Without the session before, what was taken in it is no longer accepted.
      session.remember();
      await leaveOver(left);
    },
  };
}

/** With the list of photos that the visit began with. */
function loadFor(visit: string): void {
  const address = new URL(location.href);
  if (address.searchParams.get('visit') === visit) return;
  address.searchParams.set('visit', visit);
  location.replace(address);
}

function shownPhoto(
  { clientId, slot, isUploaded }: { clientId: string; slot: number; isUploaded: boolean },
  stored: StoredPhoto[],
  server: ServerPhoto[],
  thumbnails: Thumbnails,
): Photo {
  const local = stored.find((photo) => photo.clientId === clientId);
  const remote = server.find((photo) => photo.client_id === clientId);
  return {
    clientId,
    slot,
    thumbnail: local?.thumbnail
      ? thumbnails.of(clientId, () => URL.createObjectURL(local.thumbnail as Blob))
      : (remote?.thumbnail_url ?? ''),
    hint: remote?.hint ?? local?.hint ?? null,
    upload: isUploaded ? 'uploaded' : 'waiting',
    progress: isUploaded ? 1 : 0,
  };
}

/** Acknowledged, but the response never reached us. */
async function markUploaded(store: PhotoStore, stored: StoredPhoto[], server: ServerPhoto[]): Promise<void> {
  for (const photo of stored) {
    if (photo.removed || photo.uploaded || !server.some(({ client_id }) => client_id === photo.clientId))
      continue;
    photo.uploaded = true;
    await store.put(photo);
  }
}
