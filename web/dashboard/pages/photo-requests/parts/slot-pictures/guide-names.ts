import type { Guide } from '../../../../../../src/shared/guides.ts';

export const GUIDE_NAMES: Record<Guide, string> = {
  frame: 'Frame',
  card: 'Card',
  document: 'Document',
  meter: 'Meter',
  car_front: 'Car, front',
  car_side: 'Car, side',
  car_rear: 'Car, rear',
  car_corner: 'Car, corner',
};
