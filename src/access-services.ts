import { createAuthenticate, createStillAdmits } from './api-keys/authenticate.ts';
import { createIssueApiKey } from './api-keys/issue-key.ts';
import { createLastUsed } from './api-keys/last-used.ts';
import type { ApiKeyRepository } from './api-keys/repository.ts';
import { createApiKeyService } from './api-keys/service.ts';
import { createIdentity } from './identity/identity.ts';
import { PASSWORD_COST } from './identity/password.ts';
import type { RateLimiter } from './platform/http/rate-limit.ts';
import type { Platform } from './service-platform.ts';

type IdentityDeps = Parameters<typeof createIdentity>[0];

/** Who comes in: people and API keys. */
export function createAccessServices(
  deps: Omit<IdentityDeps, 'passwordCost' | 'signUp' | 'mailConfigured'> & {
    apiKeyRepository: ApiKeyRepository;
    passwordCost: Platform['passwordCost'];
    signUp: Platform['signUp'];
    mailConfigured: Platform['mailConfigured'];
  },
) {
  const { apiKeyRepository: repository, ...people } = deps;
  const { database, ids, random, clock, audit, workspaceRepository: workspaces } = people;
  const issueApiKey = createIssueApiKey({ repository, workspaces, audit, ids, random, clock });
  const lastUsed = createLastUsed({ database, repository, clock });
  return {
    identity: createIdentity({
      ...people,
      passwordCost: people.passwordCost ?? PASSWORD_COST,
      signUp: people.signUp ?? 'invite',
      mailConfigured: people.mailConfigured ?? false,
    }),
    apiKeys: createApiKeyService({ database, repository, issue: issueApiKey, audit, random }),
    issueApiKey,
    workspaceOfKey: repository.findWorkspaceOf,
    stillAdmits: createStillAdmits(repository),
    authenticateWith: (rateLimiter: RateLimiter) => createAuthenticate({ repository, lastUsed, rateLimiter }),
  };
}
