import { memoryStore, type PhotoStore, type StoredPhoto } from './stored-photo.ts';

const DATABASE = 'shutterpost';
const PHOTOS = 'photos';
const OPEN_MS = 2_000;

/** In IndexedDB, so that photos survive a reload; in memory where the browser has none or refuses (private mode). */
export async function openPhotoStore(page: string): Promise<PhotoStore> {
  const memory = memoryStore();
  const database = await openDatabase().catch(() => null);
  if (database === null) return memory;
  const disk = diskStore(database, page);
  return {
    all: async () => [...(await disk.all().catch(() => [])), ...(await memory.all())],
    get: async (clientId) =>
      (await memory.get(clientId)) ?? (await disk.get(clientId).catch(() => undefined)),
    put: (photo) =>
      disk.put(photo).then(
        () => memory.delete(photo.clientId),
        () => memory.put(photo),
      ),
    delete: async (clientId) => {
      await memory.delete(clientId);
      await disk.delete(clientId).catch(() => {});
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore(PHOTOS, { keyPath: 'clientId' }).createIndex('page', 'page');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    // Some versions of Safari never answer at the first visit; the customer must not wait for that.
    setTimeout(reject, OPEN_MS, new Error('No answer'));
  });
}

function diskStore(database: IDBDatabase, page: string): PhotoStore {
  function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(PHOTOS, mode);
      const request = work(transaction.objectStore(PHOTOS));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  }
  return {
    all: () => run<StoredPhoto[]>('readonly', (store) => store.index('page').getAll(page)),
    get: (clientId) => run<StoredPhoto | undefined>('readonly', (store) => store.get(clientId)),
    put: async (photo) => void (await run('readwrite', (store) => store.put(photo))),
    delete: async (clientId) => void (await run('readwrite', (store) => store.delete(clientId))),
  };
}
