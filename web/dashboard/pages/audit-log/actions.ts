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
  'workspace.plan_changed': 'changed the plan of',
  'workspace.limits_changed': 'changed the API call limits of',
  'workspace.suspended': 'suspended the workspace',
  'workspace.resumed': 'resumed the workspace',
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

type Value = string | number | boolean | null;
type Details = Record<string, Value>;

const LABELS: Record<string, string> = {
  brand_color: 'Brand color',
  daily_limit_per_address: 'Limit per address',
  email: 'Email',
  environment: 'Environment',
  events: 'Events',
  expires_at: 'Closes',
  from: 'From',
  has_access_code: 'Access code',
  hours: 'Hours added',
  ip_allow_list: 'Allowed addresses',
  is_active: 'Takes photos',
  mails: 'Emails',
  masked_key: 'Key',
  max_submissions: 'Maximum submissions',
  name: 'Name',
  photos: 'Photos',
  requires_approval: 'Approval needed',
  retention_days: 'Days photos are kept',
  role: 'Role',
  second_factor: 'Second step',
  serves: 'Environments',
  statuses: 'Deliveries',
  time_zone: 'Time zone',
  to: 'Until',
  url: 'URL',
};
/** What an empty field stands for. */
const EMPTY: Record<string, string> = {
  brand_color: 'default',
  daily_limit_per_address: 'default',
  expires_at: 'never',
  ip_allow_list: 'any',
  max_submissions: 'no limit',
  retention_days: 'no limit',
};
/** Values that are words of ours; others are shown as someone wrote them. */
const WORDS = ['role', 'environment', 'reason', 'serves', 'second_factor', 'statuses'];
/** Where the word itself is not what people say. */
const SAID_AS: Record<string, string> = { wrong_second_factors: 'Wrong authenticator codes' };
/** Entries of changes to one field alone call its former value so. */
const CHANGED_ALONE = ['role', 'email'];

/** "Brand color: #112233 → #445566 · Environment: Live" */
export function textOfDetails(details: Details): string {
  return Object.keys(details)
    .filter((name) => name !== 'before' && !name.endsWith('_before'))
    .map((name) => textOfField(name, details))
    .filter((text) => text !== null)
    .join(' · ');
}

function textOfField(name: string, details: Details): string | null {
  const value = details[name] ?? null;
  // What is secret or long is only named, and so is everything in older entries.
  if (name === 'fields') return `Changed: ${String(value).split(', ').map(labelOf).join(', ')}`;
  const before = formerName(name, details);
  if (before !== null)
    return `${labelOf(name)}: ${shownValue(name, details[before] ?? null)} → ${shownValue(name, value)}`;
  return value === null || value === '' ? null : `${labelOf(name)}: ${shownValue(name, value)}`;
}

function formerName(name: string, details: Details): string | null {
  if (Object.hasOwn(details, `${name}_before`)) return `${name}_before`;
  return CHANGED_ALONE.includes(name) && Object.hasOwn(details, 'before') ? 'before' : null;
}

function labelOf(name: string): string {
  return LABELS[name] ?? capitalized(name);
}

function shownValue(name: string, value: Value): string {
  if (value === null || value === '') return EMPTY[name] ?? 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  return WORDS.includes(name) ? (SAID_AS[text] ?? capitalized(text)) : text;
}

function capitalized(text: string): string {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
