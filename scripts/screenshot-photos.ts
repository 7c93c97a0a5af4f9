import sharp from 'sharp';
import { JFIF, withSegments } from '../test/helpers/capture/jpeg-files.ts';
import { ceiling, meter, pallet, parcel, room } from './screenshot-indoor-scenes.ts';
import { street } from './screenshot-scene.ts';

const SIZE = { width: 900, height: 1200 };
const RED = ['#d8574d', '#b3312a', '#7d1d18'];
const GREEN = ['#5d9b7c', '#34785a', '#1f533c'];
const SILVER = ['#d5dade', '#a9b2ba', '#7b858e'];

const carOf = (color?: string[]) => [
  street('0 480 1080 1440', color),
  street('280 1200 520 693', color),
  street('640 1180 380 507', color),
];

/** What was photographed, by subject; one picture for each slot of a request. */
const SCENES = {
  blueCar: carOf(),
  redCar: carOf(RED),
  greenCar: carOf(GREEN),
  silverCar: carOf(SILVER),
  parcel: [parcel(), parcel('260 630 420 560')],
  ceiling: [ceiling(), ceiling('180 40 540 720'), ceiling('330 160 270 360')],
  meter: [meter('482136'), meter('482136', '190 250 520 693')],
  otherMeter: [meter('077942'), meter('077942', '190 250 520 693')],
  pallet: [pallet(), pallet('430 600 300 400')],
  room: [room(), room('380 560 480 640'), room('260 220 400 533')],
};

export type Subject = keyof typeof SCENES;

/** As a customer's page would send them. */
export async function takePhotos(): Promise<Record<Subject, Buffer[]>> {
  const entries = await Promise.all(
    Object.entries(SCENES).map(
      async ([subject, scenes]) => [subject, await Promise.all(scenes.map(photograph))] as const,
    ),
  );
  return Object.fromEntries(entries) as Record<Subject, Buffer[]>;
}

/** A canvas writes the plain header that sharp leaves out. */
async function photograph(scene: string): Promise<Buffer> {
  const jpeg = await sharp(Buffer.from(scene)).resize(SIZE).flatten().jpeg({ quality: 88 }).toBuffer();
  return withSegments(jpeg, JFIF);
}
