import { createHash } from 'node:crypto';
import { newClientId } from './customer.ts';

/** A customer's page, open somewhere. */
export interface Device {
  session: string;
  tickets: Record<string, string[]>;
}

/** A photo with all that its page sends along, the same at every attempt. */
export interface Shot {
  clientId: string;
  slot: number;
  session: string;
  ticket: string;
  capturedAt: string;
  body: Buffer;
}

export interface CaptureState {
  status: string;
  photos: { client_id: string; slot_index: number }[];
}

export interface Reply<T> {
  status: number;
  data: T;
  code: string | undefined;
}

/** Undefined: the connection broke before the whole response was there. */
type Attempt<T> = Promise<Reply<T> | undefined>;

export async function openDevice(
  url: string,
  target: { kind: 'request' | 'link'; key: string; previous?: string },
): Promise<Device> {
  return required(await call<Device>(`${url}/capture/sessions`, 'POST', {}, target)).data;
}

export function takeShot(device: Device, slot: number, body: Buffer): Shot {
  const ticket = device.tickets[slot]?.shift();
  if (ticket === undefined) throw new Error(`There is no ticket left for slot ${slot}`);
  const capturedAt = new Date().toISOString();
  return { clientId: newClientId(), slot, session: device.session, ticket, capturedAt, body };
}

export function sendShot(url: string, shot: Shot): Attempt<{ id: string; sha256: string }> {
  return call(
    `${url}/capture/photos/${shot.clientId}`,
    'PUT',
    {
      'x-capture-session': shot.session,
      'x-capture-ticket': shot.ticket,
      'x-photo-slot': String(shot.slot),
      'x-photo-captured-at': shot.capturedAt,
    },
    shot.body,
  );
}

export function submitFrom(url: string, device: Device, photos: string[]): Attempt<{ state: CaptureState }> {
  return call(`${url}/capture/submission`, 'POST', { 'x-capture-session': device.session }, { photos });
}

export async function stateSeenFrom(url: string, device: Device): Promise<CaptureState> {
  const headers = { 'x-capture-session': device.session };
  return required(await call<{ state: CaptureState }>(`${url}/capture/session`, 'GET', headers)).data.state;
}

/** The SHA-256 of what a signed address hands out, wherever the server listens now. */
export async function sha256Of(url: string, address: string): Promise<string> {
  const { pathname, search } = new URL(address);
  const response = await fetch(url + pathname + search, { headers: { connection: 'close' } });
  if (response.status !== 200) throw new Error(`${address} got ${response.status}`);
  return sha256(Buffer.from(await response.arrayBuffer()));
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function required<T>(reply: Reply<T> | undefined): Reply<T> {
  if (reply === undefined) throw new Error('The server did not respond');
  if (reply.status >= 300) throw new Error(`It got ${reply.status} ${reply.code}`);
  return reply;
}

async function call<T>(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Attempt<T> {
  const isPhoto = Buffer.isBuffer(body);
  const sent = body === undefined ? {} : { body: isPhoto ? new Uint8Array(body) : JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': isPhoto ? 'image/jpeg' : 'application/json' };
  try {
    const response = await fetch(url, {
      method,
      headers: { connection: 'close', ...type, ...headers },
      ...sent,
    });
    const content = (await response.json()) as { data: T; error?: { code: string } };
    return { status: response.status, data: content.data, code: content.error?.code };
  } catch (error) {
    // What fetch throws when the other side is gone.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
