/** The page itself shows what to do then, and tells the server (`src/pages/failure-guard.ts`). */
export function fail(error: unknown): void {
  dispatchEvent(new CustomEvent('page-failed', { detail: error }));
}
