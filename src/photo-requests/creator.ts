import type { Caller } from '../api-keys/caller.ts';

/** Who makes a request: the API's caller, or whoever acts in the web application. */
export type Creator = Pick<Caller, 'workspaceId' | 'environment' | 'plan' | 'usage'>;
