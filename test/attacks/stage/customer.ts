import { createHash } from 'node:crypto';
import type { CaptureReport } from '../../../src/shared/capture-report.ts';
import type { Asked, CorpusServer } from './server.ts';

export const CHROME_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

/** Whoever speaks to the server by its protocol: an honest page does, and so can any program. */
export interface Customer {
  session: string;
  tickets: Record<string, string[]>;
  send(photo: SentPhoto): Promise<Reply>;
  submit(body?: { location?: { lat: number; lng: number; accuracy?: number } }): Promise<Reply>;
}

export interface SentPhoto {
  body: Buffer;
  slot?: number;
  /** What the page tells of the shot. Text: as it is. Absent: nothing. */
  report?: CaptureReport | string;
  /** In the server's time; now unless it is said. */
  capturedAt?: number;
  ticket?: string;
  location?: string;
}

export interface Reply {
  status: number;
  /** The reason of a refusal. */
  code: string | undefined;
  message: string | undefined;
  data: Record<string, unknown>;
}

/** Numbers and names that are the same in every run. */
let count = 0;
function nextNumber(): number {
  count += 1;
  return count;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

export async function openPage(
  server: CorpusServer,
  { token }: Asked,
  { userAgent = CHROME_ON_ANDROID, previous }: { userAgent?: string; previous?: string } = {},
): Promise<Customer> {
  const address = digest(`address ${nextNumber()}`);
  const own = { 'user-agent': userAgent, 'x-forwarded-for': `10.${[...address.subarray(0, 3)].join('.')}` };
  const opened = await call(server, 'POST', '/capture/sessions', own, {
    kind: 'request',
    key: token,
    previous,
  });
  if (opened.status !== 201) throw new Error(`The page did not open: ${opened.status} ${opened.code}`);
  const { session, tickets } = opened.data as Pick<Customer, 'session' | 'tickets'>;
  const withSession = { ...own, 'x-capture-session': session };
  const clientIds: string[] = [];
  return {
    session,
    tickets,
    async send({ body, slot = 0, report, capturedAt = server.now(), ticket, location }) {
      const clientId = digest(`photo ${nextNumber()}`).subarray(0, 16).toString('base64url');
      const reply = await call(
        server,
        'PUT',
        `/capture/photos/${clientId}`,
        {
          ...withSession,
          'x-capture-ticket': ticket ?? tickets[slot]?.shift() ?? '',
          'x-photo-slot': String(slot),
          'x-photo-captured-at': new Date(capturedAt).toISOString(),
          ...(location === undefined ? {} : { 'x-photo-location': location }),
        },
        report === undefined ? body : withReport(body, report),
      );
      if (reply.status < 300) clientIds.push(clientId);
      return reply;
    },
    submit: (body = {}) =>
      call(server, 'POST', '/capture/submission', withSession, { ...body, photos: clientIds }),
  };
}

function withReport(photo: Buffer, report: CaptureReport | string): Buffer {
  const line = typeof report === 'string' ? report : JSON.stringify(report);
  return Buffer.concat([Buffer.from(`${line}\n`), photo]);
}

async function call(
  { url }: CorpusServer,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer | object,
): Promise<Reply> {
  const isPhoto = Buffer.isBuffer(body);
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': isPhoto ? 'image/jpeg' : 'application/json', ...headers },
    body: isPhoto ? new Uint8Array(body) : JSON.stringify(body),
  });
  const { data, error } = (await response.json()) as {
    data?: Record<string, unknown>;
    error?: { code: string; message: string };
  };
  return { status: response.status, code: error?.code, message: error?.message, data: data ?? {} };
}
