import { type Authenticate, createAuthenticate } from './api-keys/authenticate.ts';
import { createLastUsed } from './api-keys/last-used.ts';
import { createApiKeyRepository } from './api-keys/repository.ts';
import { type ApiKeyService, createApiKeyService } from './api-keys/service.ts';
import { createAddresses } from './capture/addresses.ts';
import { PASSWORD_COST } from './identity/password.ts';
import { createIdentityRepository } from './identity/repository.ts';
import { createPermanentLinkRepository, type PermanentLinkRepository } from './permanent-links/repository.ts';
import { createPermanentLinkService, type PermanentLinkService } from './permanent-links/service.ts';
import { createPhotoRequestRepository, type PhotoRequestRepository } from './photo-requests/repository.ts';
import { createPhotoRequestService, type PhotoRequestService } from './photo-requests/service.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import { createHealth, type Health } from './platform/health.ts';
import { type AnswerOnce, createAnswerOnce } from './platform/http/answer-once.ts';
import type { RateLimiter } from './platform/http/rate-limit.ts';
import { createIds, type Ids } from './platform/ids.ts';
import type { Random } from './platform/random.ts';
import { createStatsService, type StatsService } from './stats/service.ts';
import { createWorkspaceRepository, type WorkspaceRepository } from './workspaces/repository.ts';
import { createWorkspaceService, type WorkspaceService } from './workspaces/service.ts';

/** What the outside world gives: everything a test may want to replace. */
export interface Platform {
  database: Database;
  clock: Clock;
  random: Random;
  publicUrl: string;
  version: string;
  /** Lower in the tests, where nobody's password is at stake. */
  passwordCost?: number;
}

/** Every use case of the product, wired once. */
export interface Services extends Platform {
  ids: Ids;
  health: Health;
  answerOnce: AnswerOnce;
  apiKeys: ApiKeyService;
  workspaces: WorkspaceService;
  workspaceRepository: WorkspaceRepository;
  photoRequests: PhotoRequestService;
  photoRequestRepository: PhotoRequestRepository;
  permanentLinks: PermanentLinkService;
  permanentLinkRepository: PermanentLinkRepository;
  stats: StatsService;
  workspaceOfKey(id: string): Promise<string | undefined>;
  authenticateWith(rateLimiter: RateLimiter): Authenticate;
}

export function createServices(platform: Platform): Services {
  const { database, clock, random } = platform;
  const ids = createIds(clock, random);
  const addresses = createAddresses(platform.publicUrl);
  const shared = { database, clock, random, ids, addresses };

  const apiKeyRepository = createApiKeyRepository(database);
  const workspaceRepository = createWorkspaceRepository(database);
  const photoRequestRepository = createPhotoRequestRepository(database);
  const permanentLinkRepository = createPermanentLinkRepository(database);
  const identity = createIdentityRepository(database);
  const lastUsed = createLastUsed({ database, repository: apiKeyRepository, clock });

  return {
    ...platform,
    ids,
    health: createHealth({ database: () => database.ping() }),
    answerOnce: createAnswerOnce(database, clock),
    apiKeys: createApiKeyService({
      ...shared,
      repository: apiKeyRepository,
      workspaces: workspaceRepository,
    }),
    workspaces: createWorkspaceService({
      ...shared,
      repository: workspaceRepository,
      identity,
      passwordCost: platform.passwordCost ?? PASSWORD_COST,
    }),
    workspaceRepository,
    photoRequests: createPhotoRequestService({ ...shared, repository: photoRequestRepository }),
    photoRequestRepository,
    permanentLinks: createPermanentLinkService({
      ...shared,
      repository: permanentLinkRepository,
      workspaces: workspaceRepository,
    }),
    permanentLinkRepository,
    stats: createStatsService({
      photoRequests: photoRequestRepository,
      permanentLinks: permanentLinkRepository,
      clock,
    }),
    workspaceOfKey: apiKeyRepository.findWorkspaceOf,
    authenticateWith: (rateLimiter) =>
      createAuthenticate({ repository: apiKeyRepository, lastUsed, rateLimiter }),
  };
}
