export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
export const MAX_LOGO_PIXELS = 16_000_000;
export const LOGO_BOX = { width: 512, height: 192 };

const MAGIC_BYTES = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('\xff\xd8\xff', 'latin1')];

/** Its message may be shown to whoever uploaded the logo. */
export class LogoRefusal extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'LogoRefusal';
  }
}

export function refuseForeignLogo(bytes: Buffer): void {
  if (!MAGIC_BYTES.some((magic) => bytes.subarray(0, magic.length).equals(magic))) {
    throw new LogoRefusal('The logo must be a PNG or JPEG image.');
  }
}
