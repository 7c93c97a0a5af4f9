import type { Clock } from '../platform/clock.ts';
import { isId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';

export type PhotoVariant = 'original' | 'thumbnail' | 'sealed';

/** What a link lets its bearer see. */
export interface PhotoGrant {
  photoId: string;
  variant: PhotoVariant;
  /** Unix seconds. */
  expires: number;
}

const SUFFIX = { original: '.jpg', thumbnail: '.thumbnail.jpg', sealed: '.sealed.jpg' } as const;
const FILE = /^(photo_[0-9a-z]+)(?:\.(thumbnail|sealed))?\.jpg$/;
const UNIX_SECONDS = /^\d{1,11}$/;

export type PhotoLinks = ReturnType<typeof createPhotoLinks>;

/** Addresses that show one photo to whoever has them, for a while (design part 4). */
export function createPhotoLinks(deps: {
  publicUrl: string;
  secrets: Secrets;
  clock: Clock;
  lifetimeMs: number;
}) {
  const { publicUrl, secrets, clock } = deps;
  const signed = (file: string, expires: number | string) => `${file}\n${expires}`;
  return {
    url(photoId: string, variant: PhotoVariant, lifetimeMs = deps.lifetimeMs): string {
      const file = photoId + SUFFIX[variant];
      const expires = Math.floor((clock() + lifetimeMs) / 1000);
      const signature = secrets.sign('photo-links', signed(file, expires));
      return `${publicUrl}/photos/${file}?expires=${expires}&signature=${signature}`;
    },
    /** Undefined when the signature is wrong. Only of a link that was once valid anyone learns that its time is over. */
    read(file: string, expires: string, signature: string): PhotoGrant | 'expired' | undefined {
      const [, photoId, variant] = FILE.exec(file) ?? [];
      if (photoId === undefined || !isId('photo', photoId) || !UNIX_SECONDS.test(expires)) return undefined;
      if (!secrets.verify('photo-links', signed(file, expires), signature)) return undefined;
      if (Number(expires) * 1000 <= clock()) return 'expired';
      return {
        photoId,
        variant: (variant as 'thumbnail' | 'sealed' | undefined) ?? 'original',
        expires: Number(expires),
      };
    },
  };
}
