import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CaptureSession } from '../../src/capture/capture-session.ts';
import type { OpenedSession } from '../../src/capture/sessions.ts';
import type { PhotoRequest } from '../../src/photo-requests/schema.ts';
import { createImages } from '../../src/photos/images.ts';
import { creatorIn, type World } from './world.ts';

/** A customer's page that is open. */
interface Page {
  opened: OpenedSession;
  session: CaptureSession;
}

const LOCATION = { latitude: 52.52, longitude: 13.4, accuracy: 8 };
const NO_LOG = { warn() {} };
/** Drawn once: what is measured is its way, not its making. */
const PHOTO = createImages().samplePhoto({ number: 1, label: 'Benchmark', seed: 'bench' });

export async function newRequest(world: World): Promise<PhotoRequest> {
  const { photoRequests } = world.services;
  const input = { instructions: 'Please photograph the damage to your car.' };
  const { data: request } = await photoRequests.create(creatorIn(world), input);
  world.created.push(request.id);
  return request;
}

export async function openPage({ services: { capture } }: World, request: PhotoRequest): Promise<Page> {
  const token = request.request_url.slice(request.request_url.lastIndexOf('/') + 1);
  const opened = await capture.sessions.open('request', token);
  return { opened, session: await capture.sessions.find(opened.session) };
}

export async function capturePhoto({ services }: World, { opened, session }: Page): Promise<void> {
  await services.capture.uploads.accept(
    session,
    {
      clientId: randomBytes(16).toString('base64url'),
      slotIndex: 0,
      ticket: opened.tickets[0]?.[0],
      capturedAt: services.clock(),
      location: null,
      hint: null,
      userAgent: '',
      body: Readable.from([await PHOTO]),
    },
    NO_LOG,
  );
}

export async function submit({ services }: World, { session }: Page): Promise<void> {
  await services.capture.submissions.submit(session, { clientIds: [], answers: {}, location: LOCATION });
}
