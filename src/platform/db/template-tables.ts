import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Environment } from './owner.ts';

export interface TemplateTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  name: string;
  /** JSON: the fields of a photo request that it fills in. */
  content: string;
  /** null: it can be used. */
  archived_at: number | null;
  created_at: number;
  updated_at: number;
}

export type SlotImagePurpose = 'example' | 'guide';

/** An image that the business shows to its customers beside the camera or over it; its file is named after the id. */
export interface SlotImageTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  purpose: SlotImagePurpose;
  width: number;
  height: number;
  bytes: number;
  created_at: number;
}

export type TemplateRow = Selectable<TemplateTable>;
export type NewTemplateRow = Insertable<TemplateTable>;
export type TemplateChanges = Updateable<TemplateTable>;
export type SlotImageRow = Selectable<SlotImageTable>;
