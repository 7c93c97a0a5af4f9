/** The outlines that can be drawn over the camera's picture. Imports nothing: server and pages both use this file. */
export const GUIDES = [
  'frame',
  'card',
  'document',
  'car_front',
  'car_side',
  'car_rear',
  'car_corner',
  'meter',
] as const;

export type Guide = (typeof GUIDES)[number];
