/** What a site verifies with its return secret, as in the address that customers come back by. */
export interface Receipt {
  photo_request_id: string;
  status: string;
  /** Unix time in seconds. */
  t: string;
  signature: string;
}

/** What the page in the frame says. */
export type Message =
  | { type: 'ready' | 'closing' }
  | { type: 'photo'; count: number }
  | { type: 'submitted'; receipt: Receipt | null }
  | { type: 'error'; code: string };

const TYPES = ['ready', 'closing', 'photo', 'submitted', 'error'];

/** Undefined for whatever does not come from this very frame, showing a page of this very server. */
export function messageOf(
  event: MessageEvent,
  { origin, frame }: { origin: string; frame: Window | null },
): Message | undefined {
  if (frame === null || event.source !== frame || event.origin !== origin) return undefined;
  const { data } = event;
  return data?.source === 'shutterpost' && TYPES.includes(data.type) ? data : undefined;
}
