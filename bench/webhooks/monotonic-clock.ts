/** Milliseconds on the clock of the machine, the same in all of its processes; it never jumps. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
