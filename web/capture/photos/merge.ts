import { SENDING_MS } from '../../../src/shared/capture-times.ts';
import type { Hint } from '../flow/state.ts';

export interface ServerPhoto {
  client_id: string;
  slot_index: number;
  captured_at: string;
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
  unneeded: string[];
}

/**
 * One picture of what is on the server and what is still on the phone: nothing lost, nothing twice. `canSendAgain` is
 * false where photos are missing because the visit they were sent in was submitted.
 */
export function mergePhotos(
  server: ServerPhoto[],
  phone: Remembered[],
  now: number,
  canSendAgain: boolean,
): Merged {
  const removed = new Set(phone.filter((photo) => photo.removed).map(({ clientId }) => clientId));
  const onPhone = new Map(phone.filter((photo) => !photo.removed).map((photo) => [photo.clientId, photo]));
  const shown = new Map<number, Merged['shown'][number]>();
  const takenAt = new Map<number, string>();
  for (const { client_id: clientId, slot_index: slot, captured_at } of server) {
    if (removed.has(clientId)) continue;
    shown.set(slot, { clientId, slot, where: onPhone.has(clientId) ? 'both' : 'server' });
    takenAt.set(slot, captured_at);
  }
  const onServer = new Set(server.map((photo) => photo.client_id));
  const sendAgain: string[] = [];
  const unneeded: string[] = [];
  const inOrder = [...onPhone.values()].sort((a, b) => Date.parse(a.capturedAt) - Date.parse(b.capturedAt));
  for (const { clientId, slot, uploaded, capturedAt } of inOrder) {
    if (onServer.has(clientId)) continue;
    const lost = canSendAgain && uploaded && !shown.has(slot) && now - Date.parse(capturedAt) < SENDING_MS;
    // Another device may have taken this place again while the photo here could not be sent.
    const replaced = Date.parse(takenAt.get(slot) ?? '') > Date.parse(capturedAt);
    if (replaced || (uploaded && !lost)) {
      unneeded.push(clientId);
      continue;
    }
    const earlier = shown.get(slot);
    if (earlier?.where === 'phone') unneeded.push(earlier.clientId);
    shown.set(slot, { clientId, slot, where: 'phone' });
    if (lost) sendAgain.push(clientId);
  }
  return {
    shown: [...shown.values()].sort((a, b) => a.slot - b.slot),
    sendAgain: sendAgain.filter((clientId) => !unneeded.includes(clientId)),
    unneeded,
  };
}
