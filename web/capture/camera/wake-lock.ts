/** Keeps the screen on while it is needed. The system takes that away in the background, so call it again after. */
export function createWakeLock(): (isNeeded: boolean) => void {
  let needed = false;
  let isAsking = false;
  let lock: WakeLockSentinel | null = null;

  async function settle(): Promise<void> {
    if (isAsking) return;
    if (!needed) {
      void lock?.release().catch(() => {});
      lock = null;
      return;
    }
    if (lock?.released === false || document.hidden) return;
    isAsking = true;
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    isAsking = false;
    if (!needed) await settle();
  }
  return (isNeeded) => {
    needed = isNeeded;
    void settle();
  };
}
