import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { GatewaySettings, TwilioSettings } from '../../../src/phone/settings.ts';
import { useForAll } from '../hooks.ts';

export interface ProviderCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ProviderReply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** What it does with a call: answers, never answers, or breaks the connection. */
type Behave = (call: ProviderCall) => ProviderReply | 'hang' | 'break';

export const TWILIO: TwilioSettings = {
  kind: 'twilio',
  baseUrl: 'http://127.0.0.1:1',
  accountSid: 'AC00000000000000000000000000000001',
  authToken: 'the token of the account',
  smsFrom: '+14155550199',
  whatsappFrom: '+14155550198',
};

export const GATEWAY: GatewaySettings = {
  kind: 'gateway',
  url: 'http://127.0.0.1:1/messages',
  secret: 'a secret that the gateway shares with us',
};

export type Provider = Awaited<ReturnType<typeof startProvider>>;

/** A provider of phone messages, on this machine. */
export async function startProvider(usual: Behave) {
  const calls: ProviderCall[] = [];
  let behave = usual;
  const server = createServer(async (request, response) => {
    const call = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    const reply = behave(call);
    calls.push(call);
    if (reply === 'hang') return;
    if (reply === 'break') return void request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    /** From now on; without it, as usual. */
    behave(next: Behave = usual) {
      behave = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let messages = 0;

/** As Twilio: it knows one account. */
export function twilioReply({ path, headers }: ProviderCall): ProviderReply {
  const { accountSid, authToken } = TWILIO;
  const isKnown =
    headers.authorization === `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` &&
    path === `/2010-04-01/Accounts/${accountSid}/Messages.json` &&
    headers['content-type'] === 'application/x-www-form-urlencoded';
  return isKnown
    ? { status: 201, body: { sid: `SM${String(++messages).padStart(32, '0')}`, status: 'queued' } }
    : { status: 401, body: { code: 20003, message: 'Authenticate' } };
}

export function useProvider(usual: Behave): Provider {
  return useForAll(() => startProvider(usual), 'stop');
}

/** The form of a call, as Twilio reads it. */
export function formOf({ body }: ProviderCall): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body));
}

/** Signed as Twilio describes it. */
export function signedForm(url: string, form: Record<string, string>, token = TWILIO.authToken) {
  const text = Object.keys(form)
    .sort()
    .reduce((sum, name) => sum + name + form[name], url);
  return {
    raw: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64'),
    },
  };
}
