export const QUARANTINE = 'quarantine/';

/** Where a photo and what is made of it lie in the storage. Made of our own ids alone. */
export function photoKey(photoId: string): string {
  return `photos/${photoId}.jpg`;
}

export function thumbnailKey(photoId: string): string {
  return `thumbnails/${photoId}.jpg`;
}

/** The rendition with content credentials. */
export function sealedKey(photoId: string): string {
  return `sealed/${photoId}.jpg`;
}

/** Everything that goes with the photo. Its sealed rendition comes after the submission, if it comes at all. */
export function keysOf(photoId: string): string[] {
  return [photoKey(photoId), thumbnailKey(photoId), sealedKey(photoId)];
}

/** Where a file is put that no one may see any more, but that is not deleted either. */
export function quarantineKey(key: string): string {
  return `${QUARANTINE}${key}`;
}

/** Undefined for the key of anything but a photo that was put aside. */
export function photoIdInQuarantine(key: string): string | undefined {
  return /^quarantine\/photos\/(photo_[0-9a-z]+)\.jpg$/.exec(key)?.[1];
}
