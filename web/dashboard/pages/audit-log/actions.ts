/** What people did, as `noun.verb` in the log. One that is not here shows as it is. */
const TEXTS: Record<string, string> = {
  'api_key.created': 'created the API key',
  'api_key.changed': 'changed the API key',
  'api_key.activated': 'activated the API key',
  'api_key.deactivated': 'deactivated the API key',
  'api_key.regenerated': 'regenerated the API key',
  'api_key.deleted': 'deleted the API key',
  'webhook_endpoint.created': 'added the webhook endpoint',
  'webhook_endpoint.changed': 'changed the webhook endpoint',
  'webhook_endpoint.deleted': 'deleted the webhook endpoint',
  'webhook_endpoint.enabled': 'switched on the webhook endpoint',
  'webhook_endpoint.disabled': 'switched off the webhook endpoint',
  'webhook_endpoint.tested': 'sent a test event to',
  'webhook_endpoint.replayed': 'sent again what did not arrive at',
  'webhook_endpoint.secret_rotated': 'made the next signing secret of',
  'webhook_endpoint.secret_activated': 'put the next signing secret to use at',
  'webhook_endpoint.secret_revealed': 'looked at the signing secret of',
  'webhook_delivery.replayed': 'sent a delivery again',
  'photo_request.created': 'created the photo request',
  'photo_request.canceled': 'canceled the photo request',
  'photo_request.extended': 'extended the photo request',
  'photo_request.deleted': 'deleted the photo request',
  'photo_request.mailed_again': 'mailed the customer again about',
  'photo_request.simulated': 'played the customer for',
  'permanent_link.created': 'created the permanent link',
  'permanent_link.changed': 'changed the permanent link',
  'permanent_link.deleted': 'deleted the permanent link',
  'held_submission.approved': 'approved the held submission',
  'held_submission.rejected': 'rejected the held submission',
  'invitation.created': 'invited',
  'invitation.revoked': 'took back the invitation of',
  'member.joined': 'joined the workspace',
  'member.left': 'left the workspace',
  'member.removed': 'removed',
  'member.role_changed': 'changed the role of',
  'workspace.created': 'created the workspace',
  'workspace.settings_changed': 'changed the settings of',
  'workspace.logo_changed': 'uploaded a logo for',
  'workspace.logo_removed': 'removed the logo of',
  'user.signed_in': 'signed in',
  'user.sign_in_warning': 'warned of failed sign-ins to the account of',
  'user.signed_out_everywhere': 'signed out everywhere',
  'user.session_ended': 'ended a session',
  'user.renamed': 'changed their name',
  'user.email_change_asked': 'asked to change their e-mail address',
  'user.email_changed': 'changed their e-mail address',
  'user.password_changed': 'changed their password',
  'user.password_reset': 'reset their password',
  'user.two_factor_enabled': 'switched on two-factor authentication',
  'user.two_factor_disabled': 'switched off two-factor authentication',
  'user.recovery_codes_renewed': 'made new recovery codes',
};

/** The nouns, as the filter offers them. */
export const AREAS = [
  { value: '', label: 'Everything' },
  { value: 'api_key', label: 'API keys' },
  { value: 'webhook_endpoint', label: 'Webhook endpoints' },
  { value: 'webhook_delivery', label: 'Webhook deliveries' },
  { value: 'photo_request', label: 'Photo requests' },
  { value: 'permanent_link', label: 'Permanent links' },
  { value: 'member', label: 'Members' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'workspace', label: 'Workspace and settings' },
  { value: 'user', label: 'Accounts and sign-ins' },
];

/** Where the actor is the subject, and need not be named twice. */
export const OF_ONESELF = ['member.joined', 'member.left'];

export function textOfAction(action: string): string {
  return TEXTS[action] ?? action.replaceAll(/[._]/g, ' ');
}

type Details = Record<string, string | number | boolean | null>;

/** "role: viewer, environment: live" */
export function textOfDetails(details: Details): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
    .join(', ');
}
