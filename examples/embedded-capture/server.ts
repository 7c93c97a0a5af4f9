// The server of a page on which customers take photos. It creates the request, and believes only what is signed.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
// In an application of your own: '@shutterpost/sdk'.
import { createShutterpost, VerificationError, verifyReturn } from '../../packages/typescript/src/index.ts';

const { SHUTTERPOST_URL = 'http://localhost:3000', SHUTTERPOST_KEY = '', RETURN_SECRET = '' } = process.env;
const PORT = Number(process.env.PORT ?? 4000);

const shutterpost = createShutterpost({ baseUrl: SHUTTERPOST_URL, apiKey: SHUTTERPOST_KEY });
const page = readFileSync(new URL('page.html', import.meta.url), 'utf8').replaceAll(
  '{{SHUTTERPOST_URL}}',
  SHUTTERPOST_URL,
);
/** What this site waits for. An application of your own keeps it in its database, beside the customer. */
const waiting = new Set<string>();

async function createPhotoRequest(): Promise<string> {
  const { id, request_url } = await shutterpost.photoRequests.create({
    instructions: 'Please photograph the damage to your car.',
  });
  waiting.add(id);
  return JSON.stringify({ request_url });
}

/** What the page heard when the photos were submitted. The page could be lying; the signature cannot. */
async function takeReceipt(url: string): Promise<string> {
  const receipt = await verifyReturn({ url, secret: RETURN_SECRET });
  if (!waiting.delete(receipt.photo_request_id)) throw new VerificationError('No one waits for it.');
  return JSON.stringify(receipt);
}

createServer(async ({ method, url = '/' }, response) => {
  try {
    const route = `${method} ${url.split('?')[0]}`;
    if (route === 'GET /') response.setHeader('content-type', 'text/html').end(page);
    else if (route === 'POST /photo-requests') response.end(await createPhotoRequest());
    else if (route === 'POST /receipts') response.end(await takeReceipt(url));
    else response.writeHead(404).end();
  } catch (error) {
    console.error(error);
    response.writeHead(error instanceof VerificationError ? 401 : 500).end();
  }
}).listen(PORT, () => console.log(`Open http://localhost:${PORT}`));
