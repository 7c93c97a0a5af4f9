/** Milliseconds since the epoch. Passed in everywhere, so that tests decide what time it is. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** The wire form of every timestamp: ISO 8601 UTC without a fraction. */
export function toWireTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

export function toWireTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toWireTime(milliseconds);
}
