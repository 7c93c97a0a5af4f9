// SHUTTERPOST_URL=https://photos.example.com SHUTTERPOST_KEY=shp_test_… node first-request.ts
// With a test key: the photos are samples, and no one gets an email.
import { createShutterpost, ValidationError } from '@shutterpost/sdk';

const { SHUTTERPOST_URL = 'http://localhost:3000', SHUTTERPOST_KEY = '' } = process.env;
const shutterpost = createShutterpost({ baseUrl: SHUTTERPOST_URL, apiKey: SHUTTERPOST_KEY });

const request = await shutterpost.photoRequests.create({
  instructions: 'Please photograph the damage to your car.',
  photo_slots: [{ instructions: 'The whole car from the front' }, { instructions: 'The damage up close' }],
  external_id: 'claim-4711',
});
console.log(`Send this to your customer: ${request.request_url}`);

// Plays the customer.
const submitted = await shutterpost.testHelpers.submitSamplePhotos(request.id);
for (const photo of submitted.items) {
  const file = await shutterpost.downloadPhoto(photo);
  console.log(`${photo.slot_instructions}: ${file.length} bytes`);
}

for await (const each of shutterpost.photoRequests.list({ external_id: 'claim-4711' })) {
  console.log(`${each.id} is ${each.status}`);
}

try {
  await shutterpost.photoRequests.create({ instructions: '' });
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  console.log(`Refused: ${error.details.instructions?.join(' ')}`);
}
