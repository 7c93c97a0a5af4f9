import { FORGOTTEN_MS } from '../../../src/shared/capture-times.ts';
import { memoryStore, type PhotoStore, type StoredPhoto } from './stored-photo.ts';

const DATABASE = 'shutterpost';
const PHOTOS = 'photos';
const OPEN_MS = 2_000;

type Run = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T>;

/**
 * In IndexedDB, so that photos survive a reload; in memory where the browser has none or refuses (private mode), and until it
 * has answered.
 */
export async function openPhotoStore(page: string, now: number): Promise<PhotoStore> {
  const memory = memoryStore();
  const unsaved = new Set<string>();
  /** While the disk was not there, which may still have them. */
  const deleted = new Set<string>();
  let disk: DiskStore | undefined;

  async function put(photo: StoredPhoto): Promise<void> {
    // Until the disk has it, and for good if that is full or broken.
    await memory.put(photo);
    deleted.delete(photo.clientId);
    if (disk === undefined) unsaved.add(photo.clientId);
    else await write(photo, disk);
  }

  async function write(photo: StoredPhoto, disk: DiskStore): Promise<void> {
    const isCurrent = async () => (await memory.get(photo.clientId)) === photo;
    try {
      const bytes = await toDisk(photo);
      // Changed or deleted meanwhile.
      if (!(await isCurrent())) return;
      await disk.put(bytes);
      unsaved.delete(photo.clientId);
      if (await isCurrent()) await memory.delete(photo.clientId);
    } catch {
      // What was sent is no longer for the phone to keep.
      if (photo.uploaded) unsaved.delete(photo.clientId);
      else unsaved.add(photo.clientId);
    }
  }

  async function goOnDisk(database: IDBDatabase): Promise<void> {
    const run = createRun(database);
    const opened = diskStore(run, page);
    for (const clientId of deleted) await opened.delete(clientId).catch(() => {});
    disk = opened;
    void run('readwrite', (store) => forgetOld(store, now - FORGOTTEN_MS)).catch(() => {});
    for (const { clientId } of await memory.all()) {
      const photo = await memory.get(clientId);
      if (photo !== undefined) await put(photo);
    }
  }

  await inTime(openDatabase().then(goOnDisk)).catch(() => {});
  return {
    isLasting: () => disk !== undefined && unsaved.size === 0,
    async all() {
      const photos = [...((await disk?.all().catch(() => [])) ?? []), ...(await memory.all())];
      return [...new Map(photos.map((photo) => [photo.clientId, photo])).values()];
    },
    get: async (clientId) => (await memory.get(clientId)) ?? disk?.get(clientId),
    put,
    async delete(clientId) {
      unsaved.delete(clientId);
      if (disk === undefined) deleted.add(clientId);
      await memory.delete(clientId);
      await disk?.delete(clientId).catch(() => {});
    },
  };
}

/** iOS cuts the connection of a page in the background; then it is opened again. */
function createRun(first: IDBDatabase): Run {
  let database = Promise.resolve(first);
  return async (mode, work) => {
    try {
      return await transact(await database, mode, work);
    } catch {
      database = inTime(openDatabase());
      return transact(await database, mode, work);
    }
  };
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore(PHOTOS, { keyPath: 'clientId' }).createIndex('page', 'page');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Some versions of Safari never answer at the first visit; the customer must not wait for that. */
function inTime<T>(opening: Promise<T>): Promise<T> {
  return Promise.race([
    opening,
    new Promise<never>((_, reject) => setTimeout(reject, OPEN_MS, new Error('No answer'))),
  ]);
}

function transact<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(PHOTOS, mode);
    const request = work(transaction.objectStore(PHOTOS));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** As it lies on the disk: in its private mode WebKit takes ArrayBuffers but no Blobs. */
type DiskPhoto = Omit<StoredPhoto, 'blob' | 'thumbnail'> & Record<'blob' | 'thumbnail', ArrayBuffer | null>;

type DiskStore = ReturnType<typeof diskStore>;

function diskStore(run: Run, page: string) {
  return {
    all: async () =>
      (await run<DiskPhoto[]>('readonly', (store) => store.index('page').getAll(page))).map(fromDisk),
    async get(clientId: string) {
      const photo = await run<DiskPhoto | undefined>('readonly', (store) => store.get(clientId));
      return photo && fromDisk(photo);
    },
    put: async (photo: DiskPhoto) => void (await run('readwrite', (store) => store.put(photo))),
    delete: async (clientId: string) => void (await run('readwrite', (store) => store.delete(clientId))),
  };
}

async function toDisk(photo: StoredPhoto): Promise<DiskPhoto> {
  const [blob, thumbnail] = await Promise.all([bytesOf(photo.blob), bytesOf(photo.thumbnail)]);
  return { ...photo, blob, thumbnail };
}

async function bytesOf(blob: Blob | null): Promise<ArrayBuffer | null> {
  return blob === null ? null : blob.arrayBuffer();
}

function fromDisk({ blob, thumbnail, ...photo }: DiskPhoto): StoredPhoto {
  // Also of what an earlier version of the page kept as a Blob.
  const jpeg = (bytes: ArrayBuffer | null) => bytes && new Blob([bytes], { type: 'image/jpeg' });
  return { ...photo, blob: jpeg(blob), thumbnail: jpeg(thumbnail) };
}

function forgetOld(store: IDBObjectStore, oldest: number): IDBRequest<IDBCursorWithValue | null> {
  const search = store.openCursor();
  search.onsuccess = () => {
    const cursor = search.result;
    if (cursor === null) return;
    if (Date.parse(cursor.value.capturedAt) < oldest) cursor.delete();
    cursor.continue();
  };
  return search;
}
