import { expect } from 'vitest';
import type { ServerProcess } from '../process/server-process.ts';
import {
  type CaptureState,
  type Device,
  openDevice,
  required,
  type Shot,
  sendShot,
  submitFrom,
  takeShot,
} from './capture-client.ts';
import { keyOf, smallPhoto } from './customer.ts';

/** Someone with two devices, and what the server told them it has. */
export interface TwoDevices {
  kind: 'request' | 'link';
  /** Of the request or the permanent link. */
  id: string;
  phone: Device;
  tablet: Device;
  /** For every slot the photos that were taken for it, one after the other. */
  slots: Shot[][];
  /** The id that the server gave to a photo, by the client's. */
  acknowledged: Map<string, string>;
  isSubmissionAcknowledged: boolean;
}

export const SLOTS = 3;
const SHOTS = SLOTS + 1;
const KINDS = ['request', 'link', 'request', 'link'] as const;
/** How often an upload and a submission happen when nothing comes in between. */
export const UPLOADS = KINDS.length * SHOTS;
export const SUBMISSIONS = KINDS.length;

const PHOTO_SLOTS = Array.from({ length: SLOTS }, () => ({ instructions: 'A side of the car' }));

export function openPages(server: ServerProcess, key: string): Promise<TwoDevices[]> {
  return Promise.all(KINDS.map((kind, number) => openPage(server, key, kind, number * SHOTS)));
}

async function openPage(
  server: ServerProcess,
  apiKey: string,
  kind: 'request' | 'link',
  firstPhoto: number,
): Promise<TwoDevices> {
  const instructions = 'Please photograph the car.';
  const created =
    kind === 'request'
      ? await server.call('POST', '/v1/photo-requests', {
          key: apiKey,
          body: { instructions, photo_slots: PHOTO_SLOTS },
        })
      : await server.call('POST', '/v1/permanent-links', {
          key: apiKey,
          body: { name: 'The desk', instructions },
        });
  expect(created).toMatchObject({ status: 201 });
  const { id, request_url, slug } = created.body.data as Record<string, string>;
  const key = slug ?? keyOf(request_url ?? '');
  const phone = await openDevice(server.url, { kind, key });
  const tablet = await openDevice(server.url, { kind, key, previous: phone.session });
  const photo = (number: number) => smallPhoto(firstPhoto + number);
  const slots = [
    [takeShot(phone, 0, await photo(0)), takeShot(tablet, 0, await photo(1))],
    [takeShot(phone, 1, await photo(2))],
    [takeShot(tablet, 2, await photo(3))],
  ];
  return {
    kind,
    id: id ?? '',
    phone,
    tablet,
    slots,
    acknowledged: new Map(),
    isSubmissionAcknowledged: false,
  };
}

/** All customers and slots at once; or so few uploads at a time that each gets all of the server's attention. */
export type Pace = 'rush' | 'calm';

/** Everything the customers do, until it is done or the server is gone. */
export async function sendAndSubmitAll(url: string, customers: TwoDevices[], pace: Pace): Promise<void> {
  if (pace === 'rush') {
    await Promise.all(customers.map((customer) => sendAndSubmit(url, customer, pace)));
    return;
  }
  const waiting = [...customers];
  const takeTurns = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await sendAndSubmit(url, next, pace);
    }
  };
  await Promise.all([takeTurns(), takeTurns()]);
}

async function sendAndSubmit(url: string, customer: TwoDevices, pace: Pace): Promise<void> {
  const { slots, acknowledged, phone, tablet } = customer;
  const turns = pace === 'rush' ? slots : [slots.flat()];
  await Promise.all(
    turns.map(async (shots) => {
      for (const shot of shots) if (!(await send(url, customer, shot))) return;
    }),
  );
  if (!chosenShots(customer).every(({ clientId }) => acknowledged.has(clientId))) return;
  await Promise.all([submit(url, customer, phone), submit(url, customer, tablet)]);
  await submit(url, customer, tablet);
}

/** What the pages do when they reach the server again: the same photos with the same tickets, and the same submission. */
export async function tryAgain(url: string, customer: TwoDevices, state: CaptureState): Promise<void> {
  const { slots, acknowledged, phone, tablet } = customer;
  const unanswered = slots.map((shots) => shots.filter(({ clientId }) => !acknowledged.has(clientId)));
  await Promise.all(
    unanswered.map(async (shots) => {
      for (const shot of shots) acknowledged.set(shot.clientId, required(await sendShot(url, shot)).data.id);
    }),
  );
  if (state.status !== 'submitted') {
    for (const shot of chosenShots(customer)) {
      const { status, data } = required(await sendShot(url, shot));
      if (status !== 200 || data.id !== acknowledged.get(shot.clientId)) {
        throw new Error(`A photo that was there was taken once more: ${status} ${data.id}`);
      }
    }
  }
  const clientIds = chosenShots(customer).map(({ clientId }) => clientId);
  for (const device of [tablet, phone]) required(await submitFrom(url, device, clientIds));
}

/** The last shot of every slot. */
export function chosenShots({ slots }: TwoDevices): Shot[] {
  return slots.flatMap((shots) => shots.slice(-1));
}

async function send(url: string, { acknowledged }: TwoDevices, shot: Shot): Promise<boolean> {
  const reply = await sendShot(url, shot);
  if (reply === undefined) return false;
  acknowledged.set(shot.clientId, required(reply).data.id);
  return true;
}

async function submit(url: string, customer: TwoDevices, device: Device): Promise<void> {
  const clientIds = chosenShots(customer).map(({ clientId }) => clientId);
  const reply = await submitFrom(url, device, clientIds);
  if (reply !== undefined && required(reply)) customer.isSubmissionAcknowledged = true;
}
