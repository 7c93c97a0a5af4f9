import type { z } from 'zod';
import type { sessionResponse, sessionsResponse } from '../../../src/identity/web-schema.ts';

export type Environment = 'live' | 'test';

/** What an enveloped response carries: `DataOf<typeof membersResponse>`. */
export type DataOf<T extends z.ZodType<{ data: unknown }>> = z.infer<T>['data'];

export type Session = DataOf<typeof sessionResponse>;
/** A browser that is signed in. */
export type WebSession = DataOf<typeof sessionsResponse>[number];

/** With its IANA time zone; the browser's own when absent. */
export type WorkspaceSummary = Session['workspaces'][number] & { time_zone?: string | null };
