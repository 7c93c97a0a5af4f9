import { deleteOldMails } from '../../src/email/outbox.ts';
import { createOverviewService } from '../../src/overview/service.ts';
import { createNewestRequests } from '../../src/photo-requests/newest-repository.ts';
import type { PhotoRequestFilters } from '../../src/photo-requests/query-schema.ts';
import { deleteOldResponses } from '../../src/platform/http/idempotency.ts';
import { NEW_REQUEST } from '../api/sample-rows.ts';
import { capturePhoto, newRequest, openPage, submit } from './customer.ts';
import { insertRows } from './insert-rows.ts';
import { overdue } from './population.ts';
import { creatorIn, type World } from './world.ts';

/** Makes everything ready and returns what is timed. */
export type Prepare<W = World> = (world: W, number: number) => Promise<() => Promise<unknown>>;

export interface Operation<W = World> {
  name: string;
  /** How many are timed in a round. */
  perRound: number;
  /** Whether its cost may not grow; of the others it is only told. */
  hasBar: boolean;
  prepare: Prepare<W>;
}

const PAGE = 20;
/** Of a thousand requests only sixteen are pending. */
const SHORT_PAGE = 10;
const BATCH = 100;

/** Those that only read come first: the newest page is then what was seeded. */
export const OPERATIONS: Operation[] = [
  { name: 'get', perRound: 40, hasBar: true, prepare: get },
  { name: 'list', perRound: 20, hasBar: true, prepare: list({}) },
  { name: 'list, submitted ones', perRound: 20, hasBar: true, prepare: list({ status: 'submitted' }) },
  {
    name: 'list, pending ones',
    perRound: 20,
    hasBar: true,
    prepare: list({ status: 'pending' }, { limit: SHORT_PAGE }),
  },
  { name: 'list, expired ones', perRound: 20, hasBar: true, prepare: list({ status: 'expired' }) },
  { name: 'list, from the middle', perRound: 20, hasBar: true, prepare: list({}, { isDeep: true }) },
  {
    name: 'list, submitted ones from the middle',
    perRound: 20,
    hasBar: true,
    prepare: list({ status: 'submitted' }, { isDeep: true }),
  },
  { name: 'list, one external id', perRound: 20, hasBar: true, prepare: listByExternalId },
  { name: 'create', perRound: 20, hasBar: true, prepare: create },
  { name: 'submission alone', perRound: 6, hasBar: true, prepare: submissionAlone },
  { name: 'submit', perRound: 6, hasBar: true, prepare: wholeSubmission },
  { name: 'sweep', perRound: 2, hasBar: true, prepare: sweep },
  { name: 'delete files', perRound: 2, hasBar: false, prepare: deleteFiles },
  { name: 'erase one', perRound: 4, hasBar: false, prepare: eraseOne },
  { name: 'search an address', perRound: 4, hasBar: false, prepare: search },
  { name: 'housekeeping, nothing to do', perRound: 4, hasBar: false, prepare: housekeeping },
  { name: 'overview', perRound: 3, hasBar: false, prepare: overview },
  { name: 'stats', perRound: 3, hasBar: false, prepare: stats },
];

async function create(world: World) {
  const { photoRequests } = world.services;
  const creator = creatorIn(world);
  return async () => {
    const { data } = await photoRequests.create(creator, NEW_REQUEST);
    world.created.push(data.id);
  };
}

/** As the API does it: the key, its workspace and the request by one statement, then the photos. */
async function get({ services, owner, keyHash, submittedIds }: World, number: number) {
  const { photoRequestRepository, photoRequests } = services;
  const wanted = submittedIds[number % submittedIds.length] as string;
  return async () => {
    const row = await photoRequestRepository.findCallerWithRequest(keyHash, wanted);
    if (row === undefined || row.id === null) throw new Error(`${wanted} is not there`);
    const { items } = await photoRequests.show(owner, row);
    if (items.length === 0) throw new Error(`${wanted} has no photos`);
  };
}

function list(filters: PhotoRequestFilters, { limit = PAGE, isDeep = false } = {}): Prepare {
  return async ({ services: { photoRequests }, owner, middleId }) => {
    const page = { limit, after: isDeep ? middleId : null };
    return async () => {
      const rows = await photoRequests.list(owner, filters, page);
      if (rows.length !== limit + 1) throw new Error(`A page of ${rows.length} instead of ${limit + 1}`);
      const shown = rows.slice(0, limit);
      return shown.map(await photoRequests.pageMapper(owner, shown));
    };
  };
}

async function listByExternalId({ services: { photoRequests }, owner, rows }: World, number: number) {
  // The big workspace has the even ones.
  const wanted = (Math.floor((number * 0.618_034 * rows) % rows) >> 1) << 1;
  return async () => {
    const filters = { external_id: `claim-${wanted}` };
    const found = await photoRequests.list(owner, filters, { limit: PAGE, after: null });
    if (found.length !== 1) throw new Error(`${found.length} requests have the external id of one`);
  };
}

async function submissionAlone(world: World) {
  const page = await openPage(world, await newRequest(world));
  await capturePhoto(world, page);
  return () => submit(world, page);
}

/** All that the customer's phone asks for: the page opens, one photo is sent, and it is submitted. */
async function wholeSubmission(world: World) {
  const request = await newRequest(world);
  return async () => {
    const page = await openPage(world, request);
    await capturePhoto(world, page);
    await submit(world, page);
  };
}

async function sweep(world: World) {
  const { services, owner, created } = world;
  const rows = overdue(owner, BATCH, services.clock());
  await insertRows(services.database, rows);
  created.push(...rows.requests.map(({ id }) => id));
  return async () => {
    if (!(await services.photoRequests.expireOverdue(BATCH))) throw new Error('The sweep missed some');
  };
}

/** Small files, with their rows on the list. */
async function deleteFiles({ services }: World, number: number) {
  const { database, storage, photos, photoUpkeep, clock } = services;
  while (await photoUpkeep.deleteQueuedFiles());
  const keys = Array.from({ length: BATCH }, (_, index) => `photos/deleted-${number}-${index}.jpg`);
  for (const key of keys) await storage.putBytes(key, new Uint8Array(10), 'image/jpeg');
  await database.write((trx) => photos.queueFileDeletions(trx, keys, clock()));
  return async () => {
    if (!(await photoUpkeep.deleteQueuedFiles())) throw new Error('Some were not deleted');
  };
}

async function eraseOne(world: World) {
  const request = await newRequest(world);
  const page = await openPage(world, request);
  await capturePhoto(world, page);
  await submit(world, page);
  return () => world.services.photoRequests.erase(creatorIn(world), request.id);
}

async function search({ services: { photoRequests }, owner }: World) {
  return () => photoRequests.search(owner, 'customer-1', {}, { limit: PAGE, after: null });
}

async function housekeeping({ services }: World) {
  const {
    database,
    photoRequests,
    capture,
    photoUpkeep,
    postponedDecoding,
    identity,
    webhookCleanUp,
    clock,
  } = services;
  while (await photoUpkeep.deleteQueuedFiles());
  return async () => {
    await photoRequests.expireOverdue();
    await photoRequests.sendReminders();
    await photoRequests.deleteUnsentPhotos();
    await deleteOldResponses(database, clock());
    await capture.sessions.deleteOld();
    await photoRequests.eraseOld();
    await photoUpkeep.deleteQueuedFiles();
    await identity.deleteOld();
    await deleteOldMails(database, clock());
    await webhookCleanUp.holdDueToDisabled();
    await webhookCleanUp.deleteOldEvents();
    await webhookCleanUp.deleteDeletedEndpoints();
    await postponedDecoding.checkLeftBehind(() => false);
  };
}

async function overview(world: World) {
  const { services } = world;
  const service = createOverviewService({
    ...services,
    newest: createNewestRequests(services.database),
    links: services.photoLinks,
  });
  return () => service.of(creatorIn(world), 'UTC');
}

async function stats(world: World) {
  return () => world.services.stats.of(creatorIn(world));
}
