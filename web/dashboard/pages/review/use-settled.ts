import { useEffect, useState } from 'react';

/** Shorter than it takes to look at a photo, longer than a second press by mistake. */
const SETTLE_MS = 400;

/** Whether what is shown has been there for a moment: no one decides about what has just appeared. */
export function useSettled(shown: string | null): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLE_MS, shown);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown !== null && settled === shown;
}
