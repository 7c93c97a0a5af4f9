import type { Ending } from '../attack.ts';
import { type Capture, type Photographed, photograph } from '../honest/phones.ts';
import type { Lens, SceneKind } from '../scenes/lens.ts';
import { type Customer, openPage, type Reply, type SentPhoto } from './customer.ts';
import type { CorpusServer } from './server.ts';

/** Long enough to be a person's. */
const AIM_MS = 6_000;
const SIZE = { width: 960, height: 720 };
const KINDS: SceneKind[] = ['clutter', 'street', 'ground', 'dashboard', 'document'];

/** Everything that someone has who knows the protocol and our source. */
export interface Cheat {
  server: CorpusServer;
  lens: Lens;
  /** What an honest phone would send of a scene of this number, with changes. */
  capture(seed: number, changes?: Partial<Photographed>): Promise<Capture>;
  /** Sends photos as one request, at the pace of a person, and submits them. */
  submit(photos: CheatedPhoto[], options?: SubmitOptions): Promise<Ending>;
  /** Opens the page of a new request. */
  open(options?: SubmitOptions): Promise<{ requestId: string; customer: Customer }>;
  /** Submits what was sent. */
  finish(opened: { requestId: string; customer: Customer }): Promise<Ending>;
}

/** A photo as it is sent, with whatever is wrong about it. */
export type CheatedPhoto = SentPhoto & { userAgent?: string };

export interface SubmitOptions {
  request?: object;
  userAgent?: string;
}

export function createCheat(server: CorpusServer, lens: Lens): Cheat {
  const capture: Cheat['capture'] = (seed, changes = {}) =>
    photograph(lens, {
      ...{
        scene: { kind: KINDS[seed % KINDS.length] ?? 'clutter', seed: 900_000 + seed },
        size: SIZE,
        phone: 'pixel',
        hand: 'usual',
      },
      ...{ light: 1, noise: 2.5, blur: 1.2, rate: 30, looks: 10, seed: 900_000 + seed },
      ...changes,
    });

  const open: Cheat['open'] = async ({ request, userAgent } = {}) => {
    const asked = await server.ask(request);
    const customer = await openPage(server, asked, userAgent === undefined ? {} : { userAgent });
    return { requestId: asked.id, customer };
  };

  const finish: Cheat['finish'] = async ({ requestId, customer }) =>
    refusalOf(await customer.submit()) ?? { requestId };

  return {
    ...{ server, lens, capture, open, finish },
    async submit(photos, options = {}) {
      const userAgent = options.userAgent ?? photos[0]?.userAgent;
      const opened = await open({ ...options, ...(userAgent === undefined ? {} : { userAgent }) });
      for (const [slot, { userAgent: _, ...photo }] of photos.entries()) {
        server.pass(AIM_MS);
        const refusal = refusalOf(await opened.customer.send({ slot, ...photo }));
        if (refusal !== undefined) return refusal;
      }
      server.pass(1_000);
      return finish(opened);
    },
  };
}

/** Undefined for what was accepted. */
export function refusalOf({ status, code, message }: Reply): { refused: string } | undefined {
  return status < 300 ? undefined : { refused: `${code}: ${message}` };
}
