import type { Caller } from '../api-keys/caller.ts';
import type { Actor } from '../audit/actor.ts';

/** Who creates a request and sees to it: the API's caller, or whoever acts in the web application. */
export type Creator = Pick<Caller, 'workspaceId' | 'environment' | 'plan' | 'usage'>;

/** The same, and who it is. */
export type RequestActor = Actor & Creator;
