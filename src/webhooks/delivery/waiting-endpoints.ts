import type { Candidate } from './allocate-slots.ts';

/**
 * Endpoints that something is due to, as far as is known. Each look takes those that were looked at longest ago, so that
 * however many cannot be sent to right now, the others have their turn.
 */
export function createWaitingEndpoints() {
  /** In the order in which they were last looked at. */
  const waiting = new Set<string>();
  /** Those that were in doubt at the last look. */
  const inDoubt = new Set<string>();
  /** Those that got no place since one was free, and would get none now either; and how much is being sent to each. */
  const passedOver = new Map<string, number>();
  /** Since the look began: what it finds is older than that. */
  const meanwhile = { isPlaceFree: false, ended: new Set<string>() };

  return {
    /** Something may be due to it that was not when it was last looked at. */
    add(id: string): void {
      waiting.add(id);
      passedOver.delete(id);
    },

    /** What was known of how it does is outdated. */
    addEnded(id: string): void {
      waiting.add(id);
      inDoubt.delete(id);
      meanwhile.ended.add(id);
    },

    delete(id: string): void {
      waiting.delete(id);
      inDoubt.delete(id);
      passedOver.delete(id);
    },

    /** Another look at all of them is worth it. */
    placesAreFree(): void {
      passedOver.clear();
      meanwhile.isPlaceFree = true;
    },

    isAnyonePassedOver: () => passedOver.size > 0,

    /** Someone was passed over to whom nothing is being sent. */
    isAnyoneUnserved: () => [...passedOver.values()].includes(0),

    beginLook(): void {
      meanwhile.isPlaceFree = false;
      meanwhile.ended.clear();
    },

    /** An endpoint as it was when the look began, or later. */
    looked({ id, isUnhealthy, busy }: Omit<Candidate, 'workspaceId' | 'failures'>, gotPlace: boolean): void {
      waiting.delete(id);
      waiting.add(id);
      if (!isUnhealthy) inDoubt.delete(id);
      else if (!meanwhile.ended.has(id)) inDoubt.add(id);
      if (!gotPlace && !meanwhile.isPlaceFree) passedOver.set(id, busy);
    },

    /** Those that could be given a place, the longest not looked at first. */
    servable(placesForDoubt: number): string[] {
      return [...waiting].filter((id) => !passedOver.has(id) && (placesForDoubt > 0 || !inDoubt.has(id)));
    },
  };
}
