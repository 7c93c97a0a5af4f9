/** Decoded pixels, of one component (gray) or three. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: number;
}
