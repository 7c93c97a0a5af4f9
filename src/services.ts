import { createAccessServices } from './access-services.ts';
import { createApiKeyRepository } from './api-keys/repository.ts';
import { createArchive } from './archive/archive.ts';
import { createAuditRepository } from './audit/repository.ts';
import { createAudit } from './audit/service.ts';
import { createCaptureServices } from './capture-services.ts';
import { createSealing } from './content-credentials/sealing.ts';
import { createMailFiles } from './email/mail-files.ts';
import { createMailOutbox } from './email/outbox.ts';
import { createMailRepository } from './email/repository.ts';
import { workspaceIdsOf } from './identity/member-repository.ts';
import { createIdentityRepository } from './identity/repository.ts';
import { createLinkServices } from './link-services.ts';
import { createOpenMailWorker } from './mails.ts';
import { createToolCalls } from './mcp/tool-calls.ts';
import { createNotificationOutbox } from './notifications/outbox.ts';
import { createPhoneServices } from './phone-services.ts';
import { createEventBodies } from './photo-requests/event-bodies.ts';
import { createEventFeed } from './photo-requests/event-feed.ts';
import { createRequestEvents } from './photo-requests/events.ts';
import { createPhotoRequestRepository } from './photo-requests/repository.ts';
import { createToWireRequest } from './photo-requests/wire.ts';
import { createPhotoServices } from './photo-services.ts';
import { findingsOf } from './photos/evidence/finding.ts';
import { createPhotoThread } from './photos/photo-thread.ts';
import { createHealth } from './platform/health.ts';
import { createWriteOnce } from './platform/http/idempotency.ts';
import { createChallenges } from './platform/http/proof-of-work.ts';
import { createIds } from './platform/ids.ts';
import { createSecrets } from './platform/secrets.ts';
import { createDownloads } from './reports/downloads.ts';
import { createRequestServices } from './request-services.ts';
import { createReviews } from './reviews/service.ts';
import type { Platform } from './service-platform.ts';
import { createCustomerUrls } from './shared/customer-urls.ts';
import { createSlotImageRepository } from './slot-images/repository.ts';
import { createTeamServices } from './team-services.ts';
import { createSetUpTrial } from './trial-workspace/set-up-trial.ts';
import { createViewServices } from './view-services.ts';
import { createOutbox } from './webhooks/outbox/outbox.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import { createWorkspaceErasure } from './workspace-erasure/erase-workspace.ts';
import { createWorkspaceSettings } from './workspace-settings.ts';
import { createWorkspaceRepository } from './workspaces/repository.ts';
import { createWorkspaceService } from './workspaces/service.ts';
import { createQuotaTaker } from './workspaces/take-quota.ts';

export type { Platform } from './service-platform.ts';

/** Every use case of the product, wired once. */
export type Services = ReturnType<typeof createServices>;

export function createServices(platform: Platform) {
  const { database, storage, clock, random, publicUrl, metrics } = platform;
  const ids = platform.ids ?? createIds(clock, random);
  const secrets = createSecrets(platform.secretKey);
  const urls = createCustomerUrls(publicUrl);
  const shared = { database, clock, random, ids, urls };

  const audit = createAudit({ ...shared, workspaceIdsOf });
  const apiKeyRepository = createApiKeyRepository(database);
  const workspaceRepository = createWorkspaceRepository(database);
  const photoRequestRepository = createPhotoRequestRepository(database);
  const photoThread = platform.photoThread ?? createPhotoThread();
  const photoServices = createPhotoServices({
    database,
    storage,
    clock,
    monotonic: platform.monotonic,
    secrets,
    publicUrl,
    photoLinkHours: platform.photoLinkHours,
    photoThread,
    log: platform.log,
    metrics,
  });
  const { photos, photoLinks, images, postponedDecoding } = photoServices;
  const eventBodies = createEventBodies({ links: photoLinks, urls });
  const events = createRequestEvents({ outbox: createOutbox({ database, ids }), bodies: eventBodies });
  const eventFeed = createEventFeed({ database, bodies: eventBodies, clock });
  const mails = createMailOutbox({ database, ids });
  const told = createNotificationOutbox({ database, ids });
  const mailRepository = createMailRepository(database);
  const auditLog = createAuditRepository(database);
  const mailFiles = createMailFiles(platform.mailFolder);
  const writeOnce = createWriteOnce(database, clock);
  const { phoneParts, ...phoneServices } = createPhoneServices({
    ...shared,
    secrets,
    publicUrl,
    settings: platform.phone,
    folder: platform.phoneFolder,
    onStep: platform.onPhoneStep,
  });
  const messageParts = { mailRepository, mailFiles, ...phoneParts };
  const webhooks = createWebhooks({
    ...shared,
    writeOnce,
    client: platform.webhookClient,
    workspaces: workspaceRepository,
    sampleBody: eventBodies.test,
    notifications: told,
    audit,
    secrets,
  });
  const slotImages = createSlotImageRepository(database);
  const toWire = createToWireRequest({ links: photoLinks, urls, clock });
  const { reminding, ...requestServices } = createRequestServices({
    ...shared,
    secrets,
    publicUrl,
    repository: photoRequestRepository,
    slotImages,
    workspaces: workspaceRepository,
    photos,
    toWire,
    writeOnce,
    events,
    mails,
    ...messageParts,
    audit,
    auditLog,
    unsentPhotoDays: platform.unsentPhotoDays,
    onReminderStep: platform.onReminderStep,
  });
  const { templates, returns, unsubscribing, insertRequest, photoRequests } = requestServices;
  const quota = createQuotaTaker(workspaceRepository, (trx, owner, { percent, limit, resetsAt }, now) =>
    told.record(trx, owner, { kind: 'quota', content: { percent, limit, resets_at: resetsAt } }, now),
  );
  const workspaces = createWorkspaceService({ ...shared, repository: workspaceRepository, audit });
  const sealing = createSealing({
    database,
    storage,
    clock,
    random,
    ids,
    secrets,
    publicUrl,
    version: platform.version,
    seal: platform.seal,
    metrics,
    onSealStep: platform.onSealStep,
    photos,
    requests: photoRequestRepository,
    workspaces: workspaceRepository,
    // What the checks of a photo found goes into its seal.
    evidenceOf: findingsOf,
  });
  const downloads = createDownloads({ photoRequests, photos, workspaces, storage, clock });
  const { archiveOutbox, ...archive } = createArchive({
    ...shared,
    storage,
    client: platform.webhookClient,
    workspaces: workspaceRepository,
    requests: photoRequestRepository,
    photos,
    toWire,
    report: (owner, id) => downloads.report(owner, id, `archive of ${owner.workspaceId}`),
    audit,
    notifications: told,
    secrets,
    metrics,
    onStep: platform.onArchiveStep ?? (() => {}),
  });
  const { accessCodes, ...links } = createLinkServices({
    ...shared,
    secrets,
    requests: photoRequestRepository,
    workspaces: workspaceRepository,
    slotImages,
    fillIn: templates.fillIn,
    photos,
    photoLinks,
    events,
    notifications: told,
    audit,
    quota,
    seals: sealing.queue,
    archive: archiveOutbox,
    writeOnce,
  });
  const { permanentLinkRepository, linkVisits, heldSubmissions } = links;
  const challenges = createChallenges({ secrets, random, clock });
  const captureServices = createCaptureServices({
    ...shared,
    requests: photoRequestRepository,
    photoRequests,
    workspaces: workspaceRepository,
    links: permanentLinkRepository,
    linkVisits,
    accessCodes,
    photos,
    events,
    notifications: told,
    audit,
    mails,
    quota,
    held: heldSubmissions,
    seals: sealing.queue,
    archive: archiveOutbox,
    decoding: postponedDecoding,
    storage,
    images,
    photoThread,
    secrets,
    returns,
    proofChallenges: challenges,
    publicUrl,
    log: platform.log,
    metrics,
    onCaptureStep: platform.onCaptureStep,
  });
  const { endDuties, roleChanged, ...team } = createTeamServices({
    ...shared,
    secrets,
    requests: photoRequestRepository,
    workspaces: workspaceRepository,
    apiKeys: apiKeyRepository,
    writeOnce,
    told,
    mails,
    audit,
    onTellingStep: platform.onTellingStep,
  });
  const identityRepository = createIdentityRepository(database);
  const accessServices = createAccessServices({
    ...shared,
    repository: identityRepository,
    apiKeyRepository,
    workspaces,
    workspaceRepository,
    mails,
    secrets,
    audit,
    publicUrl,
    passwordCost: platform.passwordCost,
    signUp: platform.signUp,
    mailConfigured: platform.mailConfigured,
    duties: { endAll: endDuties, roleChanged },
  });
  const { identity, issueApiKey } = accessServices;

  return {
    ids,
    urls,
    health: createHealth({ database: () => database.ping(), storage: () => storage.ping() }),
    ...accessServices,
    workspaces,
    setUpTrial: createSetUpTrial({
      ...shared,
      workspaceRepository,
      ownedWorkspaces: identity.ownedWorkspaces,
      issueApiKey,
      insertRequest,
    }),
    eraseWorkspace: createWorkspaceErasure({
      ...shared,
      workspaces,
      workspaceRepository,
      identityRepository,
      photos,
      ...messageParts,
    }),
    workspaceRepository,
    ...requestServices,
    ...createWorkspaceSettings({
      ...shared,
      workspaces: workspaceRepository,
      users: identityRepository,
      slotImages,
      photos,
      storage,
      images,
      mails,
      writeOnce,
      audit,
      publicUrl,
      onSlotImageStep: platform.onSlotImageStep,
    }),
    challenges,
    audit,
    toolCalls: createToolCalls({ database, audit }),
    ...team,
    photoRequestRepository,
    ...links,
    reviews: createReviews({
      database,
      clock,
      writeOnce,
      repository: photoRequestRepository,
      photoRequests,
      photos,
      held: heldSubmissions,
      archive: archiveOutbox,
      events,
      mails,
      phone: phoneParts.phone,
      unsubscribing,
      reminding,
      audit,
      onStep: platform.onReviewStep ?? (() => {}),
    }),
    ...photoServices,
    ...captureServices,
    credentials: sealing.credentials,
    sealing,
    ...webhooks,
    eventFeed,
    ...phoneServices,
    openMailWorker: createOpenMailWorker({ database, publicUrl, secrets, clock, random }),
    downloads,
    ...archive,
    ...createViewServices({
      database,
      clock,
      photoRequests,
      photos,
      photoLinks,
      permanentLinks: permanentLinkRepository,
      linkVisits,
      deliveries: webhooks.deliveryLog,
      auditLog,
      mailRepository,
      phoneRepository: phoneParts.phoneRepository,
      phoneOptOuts: phoneServices.phoneOptOuts,
    }),
  };
}
