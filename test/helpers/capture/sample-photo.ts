import { createImages } from '../../../src/photos/images.ts';

const images = createImages();
const created = new Map<number, Promise<Buffer>>();

/** A photo as a phone's page would send it; another one for another number. */
export function samplePhoto(number = 1): Promise<Buffer> {
  let photo = created.get(number);
  if (photo === undefined) {
    photo = images.samplePhoto({ number, label: 'A test', seed: 'test' });
    created.set(number, photo);
  }
  return photo;
}
