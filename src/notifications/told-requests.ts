import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';

/** What is told of a request. */
export type ToldRequest = Pick<PhotoRequestRow, 'id' | 'unique_code' | 'permanent_link_id' | 'submitted_at'>;

/** What is asked of photo requests when members are told of them. */
export interface ToldRequests {
  /** Those of these that are still there, by id. */
  find(workspaceId: string, ids: string[], queries?: Queries): Promise<Map<string, ToldRequest>>;
  hasNote(workspaceId: string, noteId: string): Promise<boolean>;
}
