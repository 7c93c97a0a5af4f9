const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4));

/** As when the machine does not get to this process: nothing runs meanwhile, and all timers are late. */
export function pauseProcess(ms: number): void {
  Atomics.wait(NEVER_WOKEN, 0, 0, ms);
}
