/** Server time minus device time, as if the server had looked at its clock in the middle of the round trip. */
export function clockOffset(serverTime: string, sentAt: number, receivedAt: number): number {
  return Date.parse(serverTime) - (sentAt + receivedAt) / 2;
}

/** A device whose clock was set during the session must not date a photo before it. */
export function capturedAt(deviceNow: number, offset: number, sessionStart: string): string {
  return new Date(Math.max(deviceNow + offset, Date.parse(sessionStart))).toISOString();
}
