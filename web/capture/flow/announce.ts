import { photoNumber } from './slots.ts';
import type { State } from './state.ts';

type Say = (key: string, values?: Record<string, string | number>) => string;

/** What a screen reader should hear of a step; the screens' headings are read by moving the focus there. */
export function announcement(before: State, after: State, say: Say): string | null {
  if (after.online && !before.online) return say('online_again');
  const { screen } = after;
  if (screen.at === 'review') {
    if (before.screen.at !== 'review')
      return say(screen.shot.hint === null ? 'said_taken' : `hint_${screen.shot.hint}`);
    if (screen.confirming && !before.screen.confirming) return say('hint_confirm');
  }
  const uploaded = after.photos.find(
    (photo) =>
      photo.upload === 'uploaded' &&
      before.photos.some(({ clientId, upload }) => clientId === photo.clientId && upload !== 'uploaded'),
  );
  if (uploaded !== undefined) return say('said_uploaded', { n: photoNumber(after, uploaded.slot) });
  if (after.photos.length < before.photos.length && screen.at === 'overview') return say('said_removed');
  return null;
}
