/** Where a photo and its thumbnail lie in the storage. Made of our own ids alone. */
export function photoKey(photoId: string): string {
  return `photos/${photoId}.jpg`;
}

export function thumbnailKey(photoId: string): string {
  return `thumbnails/${photoId}.jpg`;
}

export function keysOf(photoId: string): string[] {
  return [photoKey(photoId), thumbnailKey(photoId)];
}
