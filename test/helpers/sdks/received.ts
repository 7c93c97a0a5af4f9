import { signReturn, withReturn } from '../../../src/returns/signature.ts';
import { webhookHeaders } from '../../../src/webhooks/endpoints/signature.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const next = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY = JSON.stringify({ event: 'photo_request.created', environment: 'live', data: { at: 'Tür 📷' } });

/** What is received, and what becomes of it. */
export function receivedWebhooks() {
  const sign = (secrets: string[], at = Date.now()) =>
    webhookHeaders(
      { id: 'evt_1', type: 'photo_request.created', environment: 'live', body: BODY },
      secrets,
      at,
    );
  // A recorded one without what tells its age: the older signature alone would fit forever.
  const { 'webhook-signature': _, ...stripped } = sign([secret]);
  const genuine = { body: BODY, headers: sign([secret]), secrets: [secret], becomes: 'evt_1' };
  const refused = { ...genuine, becomes: 'VerificationError' };
  return [
    genuine,
    { ...genuine, headers: sign([secret, next]), secrets: [next] },
    { ...genuine, secrets: [next, secret] },
    { ...refused, secrets: [next] },
    { ...refused, body: BODY.replace('live', 'test') },
    { ...refused, headers: stripped },
    { ...refused, headers: sign([secret], Date.now() - 301_000) },
    { ...refused, headers: { ...sign([secret]), 'webhook-timestamp': '1' } },
    { ...refused, headers: { ...sign([secret]), 'webhook-signature': 'v1,zé' } },
    { ...refused, headers: {} },
  ];
}

/** Customers who come back, and what becomes of them. */
export function receivedReturns() {
  const address = (secrets: string[], ageSeconds = 0) => {
    const comingBack = { photo_request_id: 'req_1', status: 'submitted' };
    const signed = signReturn(comingBack, secrets, Date.now() - ageSeconds * 1000);
    return withReturn('https://shop.example.com/thanks?a=b', signed);
  };
  const genuine = { url: address(['rtsec_a']), secrets: ['rtsec_a'], becomes: 'req_1' };
  const refused = { ...genuine, becomes: 'VerificationError' };
  return [
    genuine,
    { ...genuine, url: address(['rtsec_a']).slice('https://shop.example.com'.length) },
    { ...genuine, url: address(['rtsec_a', 'rtsec_b']), secrets: ['rtsec_b'] },
    { ...genuine, secrets: ['rtsec_b', 'rtsec_a'] },
    { ...refused, secrets: ['rtsec_b'] },
    { ...refused, url: address(['rtsec_a']).replace('req_1', 'req_2') },
    { ...refused, url: address(['rtsec_a'], 301) },
    { ...refused, url: 'https://shop.example.com/thanks' },
  ];
}
