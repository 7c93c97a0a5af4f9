import type { CheckName } from '../../../src/photos/evidence/finding.ts';

/** The checks of a photo, as people call them, in the order in which they are shown. */
export const CHECK_NAMES: Record<CheckName, string> = {
  duplicate: 'Duplicate',
  stream: 'Camera stream',
  camera: 'Camera',
  page: 'Page',
  clock: 'Clock',
  place: 'Location',
  motion: 'Motion',
  screen: 'Photo of a screen',
  content: 'Content',
  file: 'File',
  challenge: 'Challenge',
};
