import type { PageData } from '../../../src/capture/pages/page-data.ts';
import { call } from '../api.ts';
import { judge } from '../flow/error-codes.ts';
import type { Flow } from '../flow/flow.ts';
import { retryDelay } from '../photos/backoff.ts';
import type { CallResult } from '../responses.ts';
import type { Session } from '../session.ts';

export interface HandoverParts {
  page: PageData;
  flow: Flow;
  session: Session;
  wait(ms: number): Promise<void>;
  /** Shows what has happened on the other device. False when the server could not be asked. */
  look(): Promise<boolean>;
  changed(): void;
}

/** Continuing on another device: what a computer offers to a phone, and what a phone was offered. */
export interface Handover {
  /** What another device offers to continue, however long it takes to ask. */
  preview(code: string): Promise<void>;
  /** Follows along while another device takes the photos. */
  follow(): Promise<void>;
  /** Gets another code when there is none, or when it has expired. */
  renew(): Promise<void>;
  /** Address of the QR code; null while there is no code that works. */
  picture(): string | null;
}

const POLL_MS = 3_000;

export function createHandover({ page, flow, session, wait, look, changed }: HandoverParts): Handover {
  const path = `/${page.kind === 'request' ? 'r' : 'p'}/${page.key}/qr.svg`;
  let renewing: Promise<void> | null = null;
  let offer: { code: string; expires_at: string; session: string } | null = null;

  const isGood = () =>
    offer !== null &&
    offer.session === session.token() &&
    Date.parse(session.timeNow()) < Date.parse(offer.expires_at);

  async function renewNow(): Promise<void> {
    const token = session.token();
    if (token === null || isGood()) return;
    const response = await offerHandover(token);
    offer = response.ok ? { ...response.value.data, session: token } : null;
    changed();
  }

  // Two at once would show the code that the other has just replaced.
  function renew(): Promise<void> {
    renewing ??= renewNow().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  return {
    async preview(code) {
      for (let attempt = 0; flow.state().screen.at === 'invited'; attempt++) {
        const response = await previewHandover({ kind: page.kind, key: page.key, code });
        if (flow.state().screen.at !== 'invited') return;
        if (response.ok)
          return flow.send({ type: 'invited', invitation: { photos: response.value.data.photo_count } });
        const verdict = judge(response.failure);
        if (verdict.kind === 'screen') return flow.send({ type: 'problem', problem: verdict.problem });
        if (verdict.kind !== 'retry') return flow.send({ type: 'invited', invitation: 'over' });
        await wait(retryDelay(attempt, response.failure.retryAfter, Math.random));
      }
    },
    async follow() {
      let failures = 0;
      while (flow.state().screen.at === 'handoff') {
        if (!document.hidden && flow.state().followed === null) await renew();
        await wait(POLL_MS + (failures > 0 ? retryDelay(failures, null, Math.random) : 0));
        if (!document.hidden) failures = (await look()) ? 0 : failures + 1;
      }
    },
    renew,
    picture: () => (isGood() && offer !== null ? `${path}?continue=${offer.code}` : null),
  };
}

function offerHandover(session: string): Promise<CallResult<{ data: { code: string; expires_at: string } }>> {
  return call('POST', '/capture/handovers', { session });
}

function previewHandover(body: {
  kind: string;
  key: string;
  code: string;
}): Promise<CallResult<{ data: { photo_count: number } }>> {
  return call('POST', '/capture/handovers/preview', { body });
}
