export type PhotoRefusalCode =
  | 'photo_not_jpeg'
  | 'photo_damaged'
  | 'photo_not_live'
  | 'photo_too_many_pixels'
  | 'photo_too_small';

/** Why a photo is not taken. The reason is for logs and support; the code is what a customer's text hangs on. */
export class PhotoRefusal extends Error {
  readonly code: PhotoRefusalCode;
  readonly reason: string;

  constructor(code: PhotoRefusalCode, reason: string, options: { cause?: unknown } = {}) {
    super(reason, options);
    this.name = 'PhotoRefusal';
    this.code = code;
    this.reason = reason;
  }
}
