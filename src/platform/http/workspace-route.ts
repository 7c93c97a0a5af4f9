import { z } from 'zod';
import { metaSchema } from './envelope.ts';

/** Where everything of a workspace is, below the session API. */
export const WORKSPACE = '/workspaces/:workspace';

export const workspaceParams = z.object({ workspace: z.string() });

/** Any text: what is no id of ours names nothing, and that is a 404 like any other. */
export const itemParams = workspaceParams.extend({ id: z.string() });

export function listOf<T extends z.ZodType>(entry: T) {
  return z.strictObject({ data: z.array(entry), meta: metaSchema });
}
