import { z } from 'zod';
import { toWireTime } from '../platform/clock.ts';
import { enveloped, pageMetaSchema } from '../platform/http/envelope.ts';
import { openEnum, wireTime } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';
import { ROLES } from '../shared/roles.ts';
import type { MemberRow } from './member-repository.ts';

/** A member as the API shows them. Whether they have a second factor is no business of a key. */
const memberSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Names the member as assignee and in mentions.' }),
    email: z.string(),
    name: z.string().nullable(),
    role: openEnum(ROLES),
    joined_at: wireTime,
  })
  .meta({
    id: 'Member',
    examples: [
      {
        id: 'user_01kw3hd5bm00vq8n9m2c5t7x4r6z',
        email: 'jane@example.com',
        name: 'Jane',
        role: 'member',
        joined_at: '2026-01-31T12:00:00Z',
      },
    ],
  });

export const listMembersQuery = z.object({ limit: limitField, cursor: cursorField });

export const apiMemberResponse = enveloped(memberSchema);
export const apiMemberListResponse = z.strictObject({ data: z.array(memberSchema), meta: pageMetaSchema });

export function toApiMember({ user_id, email, name, role, created_at }: MemberRow) {
  return { id: user_id, email, name, role, joined_at: toWireTime(created_at) };
}
