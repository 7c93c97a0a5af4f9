import type { Hint } from '../flow/state.ts';

export interface ServerPhoto {
  client_id: string;
  slot_index: number;
  thumbnail_url: string;
  hint: Hint | null;
}

/** What the phone remembers of a photo. */
export interface Remembered {
  clientId: string;
  slot: number;
  capturedAt: string;
  uploaded: boolean;
  removed: boolean;
}

export interface Merged {
  /** By slot. `local` photos have their picture on the phone. */
  shown: { clientId: string; slot: number; where: 'server' | 'phone' | 'both' }[];
  /** Acknowledged once, but the server has them no more: to be sent again. */
  sendAgain: string[];
  forget: string[];
}

/** Older than this the server would not believe that the photo was just taken. */
const BELIEVED_MS = 24 * 3_600_000;

/** One picture of what is on the server and what is still on the phone: nothing lost, nothing twice. */
export function mergePhotos(server: ServerPhoto[], phone: Remembered[], now: number): Merged {
  const removed = new Set(phone.filter((photo) => photo.removed).map(({ clientId }) => clientId));
  const onPhone = new Map(phone.filter((photo) => !photo.removed).map((photo) => [photo.clientId, photo]));
  const shown = new Map<number, Merged['shown'][number]>();
  for (const { client_id: clientId, slot_index: slot } of server) {
    if (!removed.has(clientId))
      shown.set(slot, { clientId, slot, where: onPhone.has(clientId) ? 'both' : 'server' });
  }
  const onServer = new Set(server.map((photo) => photo.client_id));
  const sendAgain: string[] = [];
  const forget: string[] = [];
  for (const { clientId, slot, uploaded, capturedAt } of onPhone.values()) {
    if (onServer.has(clientId)) continue;
    const lost = uploaded && !shown.has(slot) && now - Date.parse(capturedAt) < BELIEVED_MS;
    if (uploaded && !lost) forget.push(clientId);
    else shown.set(slot, { clientId, slot, where: 'phone' });
    if (lost) sendAgain.push(clientId);
  }
  return { shown: [...shown.values()].sort((a, b) => a.slot - b.slot), sendAgain, forget };
}
