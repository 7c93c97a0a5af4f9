/** Gives the memory of bytes back at once; the garbage collector would let many of them pile up first. */
export function release({ buffer, byteLength }: ArrayBufferView): void {
  // Small buffers share one with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
