import type { Hint } from '../flow/state.ts';
import type { Position } from '../responses.ts';
import type { Remembered } from './merge.ts';

/** A photo on the phone, with all that its upload needs. Empty `ticket`: one has to be got first. */
export interface StoredPhoto extends Remembered {
  /** Kind and key of the page it belongs to. */
  page: string;
  session: string;
  ticket: string;
  hint: Hint | null;
  location: Position | null;
  /** Null once it is removed and only the server has to be told. */
  blob: Blob | null;
  thumbnail: Blob | null;
}

export interface PhotoStore {
  /** False when a photo would be lost with the page. */
  isLasting(): boolean;
  all(): Promise<StoredPhoto[]>;
  get(clientId: string): Promise<StoredPhoto | undefined>;
  put(photo: StoredPhoto): Promise<void>;
  delete(clientId: string): Promise<void>;
}

export function memoryStore(): PhotoStore {
  const photos = new Map<string, StoredPhoto>();
  return {
    isLasting: () => false,
    all: async () => [...photos.values()],
    get: async (clientId) => photos.get(clientId),
    put: async (photo) => void photos.set(photo.clientId, photo),
    delete: async (clientId) => void photos.delete(clientId),
  };
}
