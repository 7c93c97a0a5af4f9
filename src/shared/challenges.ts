/** What a customer can be asked to do with the camera before a photo. Imports nothing: the server and the page use this file. */
export const CHALLENGES = ['closer', 'tilt', 'torch'] as const;
export type Challenge = (typeof CHALLENGES)[number];

/** Frames from the challenge to the shutter. */
export const MAX_COURSE_FRAMES = 16;
