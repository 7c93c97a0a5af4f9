import type { PageData } from '../../src/capture/pages/page-data.ts';
import { offerHandover } from './api.ts';
import type { Session } from './session.ts';

/** The code by which a phone continues what this computer has begun. */
export interface HandoverOffer {
  /** Gets another code when there is none, or when it has expired. */
  renew(): Promise<void>;
  /** Address of the QR code; null while there is no code that works. */
  picture(): string | null;
}

export function createHandoverOffer(page: PageData, session: Session, changed: () => void): HandoverOffer {
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
    const answer = await offerHandover(token);
    offer = answer.ok ? { ...answer.value.data, session: token } : null;
    changed();
  }

  return {
    // Two at once would show the code that the other has just replaced.
    renew() {
      renewing ??= renewNow().finally(() => {
        renewing = null;
      });
      return renewing;
    },
    picture: () => (isGood() && offer !== null ? `${path}?continue=${offer.code}` : null),
  };
}

/** The code of another device, taken out of the address so that nobody copies it along. */
export function codeInAddress(): string | null {
  const code = /^#continue=([0-9a-z]{26})$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, '', location.pathname + location.search);
  return code;
}
