// A claims form. Someone reports damage, photographs it with the phone, and sees the photos in the claim.
import express from 'express';
// In an application of your own: '@shutterpost/sdk'.
import { createShutterpost, VerificationError, verifyWebhook } from '../../packages/typescript/src/index.ts';
import { type Claim, claimPage, formPage } from './pages.ts';

const { SHUTTERPOST_URL = 'http://localhost:3000', SHUTTERPOST_KEY = '', WEBHOOK_SECRET = '' } = process.env;
const PORT = Number(process.env.PORT ?? 4000);

const shutterpost = createShutterpost({ baseUrl: SHUTTERPOST_URL, apiKey: SHUTTERPOST_KEY });

/** By number. An application of your own keeps them in its database. */
const claims = new Map<string, Claim>();
/** A webhook may arrive twice; each event is processed once. */
const processed = new Set<string>();

const app = express();

app.get('/', (_request, response) => {
  response.send(formPage());
});

app.post('/claims', express.urlencoded({ extended: false, limit: '10kb' }), async (request, response) => {
  const name = String(request.body.name ?? '').trim();
  const story = String(request.body.story ?? '').trim();
  if (name === '' || story === '') {
    response.status(422).send(formPage('Please fill in both fields.'));
    return;
  }
  const number = `claim-${crypto.randomUUID()}`;
  const photoRequest = await shutterpost.photoRequests.create(
    {
      instructions: 'Please photograph the damage to your car.',
      photo_slots: [
        { instructions: 'The whole car from the front' },
        { instructions: 'The damage up close' },
      ],
      external_id: number,
    },
    // Also safe when this form is sent again after a crash.
    { idempotencyKey: number },
  );
  claims.set(number, {
    number,
    name,
    story,
    requestUrl: photoRequest.request_url ?? '',
    code: photoRequest.unique_code ?? '',
    codeUrl: photoRequest.code_entry_url ?? '',
    photos: [],
  });
  response.redirect(303, `/claims/${number}`);
});

app.get('/claims/:number', (request, response) => {
  const claim = claims.get(request.params.number);
  if (claim === undefined) response.status(404).send('There is no such claim.');
  else response.send(claimPage(claim));
});

app.get('/claims/:number/photos/:index', (request, response) => {
  const photo = claims.get(request.params.number)?.photos[Number(request.params.index)];
  if (photo === undefined) response.status(404).send('There is no such photo.');
  else response.type('image/jpeg').set('Cache-Control', 'private').send(Buffer.from(photo.file));
});

/** What a webhook about a submission has that is used here. */
interface Submission {
  external_id: string | null;
  photos: { url: string; sha256: string; slot_instructions: string | null }[];
}

// The raw body: parsing it and writing it again would change what was signed.
app.post('/webhooks', express.raw({ type: () => true, limit: '5mb' }), async (request, response) => {
  const event = await verifyWebhook({
    body: request.body,
    headers: request.headers,
    secret: WEBHOOK_SECRET,
  }).catch((error: unknown) => {
    if (error instanceof VerificationError) return undefined;
    throw error;
  });
  if (event === undefined) {
    response.status(401).end();
    return;
  }
  if (event.event === 'photo_request.submitted' && !processed.has(event.id)) {
    const { external_id, photos } = event.data as unknown as Submission;
    const claim = claims.get(external_id ?? '');
    // Links to photos expire, so the files are fetched now. If that fails, the response is a 500 and the webhook comes again.
    if (claim !== undefined)
      claim.photos = await Promise.all(
        photos.map(async (photo) => ({
          title: photo.slot_instructions ?? 'Photo',
          file: await shutterpost.downloadPhoto(photo),
        })),
      );
    processed.add(event.id);
  }
  response.status(204).end();
});

app.listen(PORT, () => console.log(`Open http://localhost:${PORT}`));
