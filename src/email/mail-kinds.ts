import type { DisabledReason } from '../platform/db/tables.ts';

/** Every mail there is, and what is kept of it until it is sent. */
export interface MailContent {
  /** To the customer: the link, the code, what to photograph and until when. All of it is read when it is sent. */
  photo_request: Record<string, never>;
  /** To the owners of a workspace: we switched off a webhook endpoint. */
  webhook_disabled: {
    endpoint_id: string;
    endpoint_name: string;
    url: string;
    reason: Exclude<DisabledReason, 'manual'>;
    failing_since: number | null;
    held: number;
  };
}

export type MailKind = keyof MailContent;
