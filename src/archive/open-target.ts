import type { Clock } from '../platform/clock.ts';
import type { GuardedClient } from '../webhooks/client/guarded-client.ts';
import { createS3Target } from './s3-target.ts';
import type { OpenTarget } from './target.ts';
import { createWebDavTarget } from './webdav-target.ts';

export function createOpenTarget(deps: { client: Pick<GuardedClient, 'send'>; clock: Clock }): OpenTarget {
  return (access) =>
    access.kind === 's3' ? createS3Target(access, deps) : createWebDavTarget(access, deps.client);
}
