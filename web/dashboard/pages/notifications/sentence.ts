import type { WireNotification } from '../../../../src/notifications/schema.ts';
import { displayCode } from '../../../../src/shared/short-code.ts';
import type { IconName } from '../../components/index.ts';

export interface ShownNotification {
  icon: IconName;
  text: string;
  /** The page it leads to, within the workspace. */
  page: string;
}

export function shownAs(notification: WireNotification): ShownNotification {
  const { kind, by, request, endpoint, archive, percent } = notification;
  // A code is not broken at its hyphen.
  const code = request === null ? '' : displayCode(request.unique_code).replace('-', '\u2011');
  const page = request === null ? '' : pageOf(request);
  switch (kind) {
    case 'submitted':
      return { icon: 'image', text: `Photos received for ${code}`, page };
    case 'review':
      return { icon: 'eye', text: `Photos to review for ${code}`, page };
    case 'mentioned':
      return { icon: 'note', text: `${by} mentioned you in a note on ${code}`, page };
    case 'assigned':
      return { icon: 'user', text: `${by} assigned ${code} to you`, page };
    case 'endpoint_failing':
      return {
        icon: 'webhook',
        text: `Webhook endpoint disabled: ${endpoint?.name}`,
        page: `webhooks/${endpoint?.id}`,
      };
    case 'archive_failing':
      return {
        icon: 'archive',
        text: archive?.is_given_up
          ? `Files are missing in your archive: ${archive.name}`
          : `Archive stopped working: ${archive?.name}`,
        page: 'archive',
      };
    case 'quota':
      return {
        icon: 'gauge',
        text: percent === 100 ? 'Your photo quota is used up' : `${percent}% of your photo quota is used`,
        page: 'plan',
      };
  }
}

/** What waits for approval at a permanent link is found there. */
function pageOf({ id, held_at_link }: NonNullable<WireNotification['request']>): string {
  return held_at_link === null ? `photo-requests/${id}` : `permanent-links/${held_at_link}`;
}
