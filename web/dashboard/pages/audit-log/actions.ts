import type { CheckName } from '../../../../src/photos/evidence/finding.ts';
import { CHECK_NAMES } from '../../components/check-names.ts';
import { exactTime } from '../../components/time.ts';

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
  'webhook_endpoint.enabled': 'enabled the webhook endpoint',
  'webhook_endpoint.disabled': 'disabled the webhook endpoint',
  'webhook_endpoint.tested': 'sent a test event to',
  'webhook_endpoint.replayed': 'resent failed deliveries to',
  'webhook_endpoint.secret_rotated': 'generated a new signing secret for',
  'webhook_endpoint.secret_activated': 'activated the new signing secret for',
  'webhook_endpoint.secret_revealed': 'viewed the signing secret of',
  'webhook_delivery.replayed': 'resent a delivery of',
  'archive.created': 'set up the archive',
  'archive.changed': 'changed the archive',
  'archive.deleted': 'disconnected the archive',
  'archive.resent': 'resent files to the archive',
  'archive.given_up': 'gave up copying files to the archive',
  'photo_request.created': 'created the photo request',
  'photo_request.canceled': 'canceled the photo request',
  'photo_request.extended': 'extended the photo request',
  'photo_request.reopened': 'reopened the photo request',
  'photo_request.reminded': 'sent a reminder for',
  'photo_request.reminders_changed': 'changed the reminders of',
  'photo_request.deleted': 'deleted the photo request',
  'photo_request.mailed_again': 'resent the email for',
  'photo_request.phoned_again': 'sent a message to the phone for',
  'photo_request.approved': 'approved the submission of',
  'photo_request.changes_requested': 'asked for changes to',
  'photo_request.rejected': 'rejected the submission of',
  'photo_request.note_added': 'wrote a note on',
  'photo_request.note_edited': 'edited a note on',
  'photo_request.note_deleted': 'deleted a note on',
  'photo_request.assigned': 'assigned the photo request',
  'photo_request.unassigned': 'ended the assignment of',
  'photo_request.simulated': 'submitted sample photos to',
  'permanent_link.created': 'created the permanent link',
  'permanent_link.changed': 'changed the permanent link',
  'permanent_link.deleted': 'deleted the permanent link',
  'mcp.tool_called': 'used a tool for language models',
  'template.created': 'created the template',
  'template.changed': 'changed the template',
  'template.deleted': 'deleted the template',
  'slot_image.created': 'uploaded an image as',
  'slot_image.deleted': 'deleted an image that served as',
  'held_submission.approved': 'approved the held submission',
  'held_submission.rejected': 'rejected the held submission',
  'invitation.created': 'invited',
  'invitation.revoked': 'revoked the invitation for',
  'member.joined': 'joined the workspace',
  'member.left': 'left the workspace',
  'member.removed': 'removed',
  'member.role_changed': 'changed the role of',
  'member.notifications_changed': 'changed the notifications of',
  'workspace.created': 'created the workspace',
  'workspace.settings_changed': 'changed the settings of',
  'workspace.live_proof_changed': 'changed what follows from warnings in',
  'workspace.mail_text_changed': 'changed the wording of an email to customers of',
  'workspace.mail_text_reset': 'reset the wording of an email to customers of',
  'workspace.mail_trial_sent': 'sent themselves a test of an email to customers of',
  'workspace.return_secret_revealed': 'viewed the return secret of',
  'workspace.return_secret_rotated': 'generated a new return secret for',
  'workspace.return_secret_activated': 'activated the new return secret of',
  'workspace.plan_changed': 'changed the plan of',
  'workspace.limits_changed': 'changed the API call limits of',
  'workspace.suspended': 'suspended the workspace',
  'workspace.resumed': 'resumed the workspace',
  'workspace.logo_changed': 'uploaded a logo for',
  'workspace.logo_removed': 'removed the logo of',
  'user.signed_in': 'signed in',
  'user.sign_in_warning': 'sent a sign-in warning to',
  'user.signed_out_everywhere': 'signed out everywhere',
  'user.session_ended': 'ended a session',
  'user.renamed': 'changed their name',
  'user.email_change_asked': 'asked to change their email address',
  'user.email_changed': 'changed their email address',
  'user.password_changed': 'changed their password',
  'user.password_reset': 'reset their password',
  'user.password_reset_issued': 'created a password reset link for',
  'user.two_factor_enabled': 'turned on two-factor authentication',
  'user.two_factor_disabled': 'turned off two-factor authentication',
  'user.recovery_codes_renewed': 'generated new recovery codes',
};

/** The nouns, as the filter offers them. */
export const AREAS = [
  { value: '', label: 'All events' },
  { value: 'api_key', label: 'API keys' },
  { value: 'webhook_endpoint', label: 'Webhook endpoints' },
  { value: 'webhook_delivery', label: 'Webhook deliveries' },
  { value: 'archive', label: 'Archive' },
  { value: 'photo_request', label: 'Photo requests' },
  { value: 'permanent_link', label: 'Permanent links' },
  { value: 'template', label: 'Templates' },
  { value: 'slot_image', label: 'Guides and example pictures' },
  { value: 'held_submission', label: 'Held submissions' },
  { value: 'member', label: 'Members' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'workspace', label: 'Workspace and settings' },
  { value: 'user', label: 'Accounts and sign-ins' },
];

export interface Sentence {
  actor: string;
  action: string;
  /** null where the actor is the subject, who is not named twice. */
  subject: string | null;
}

/** "admin@example.com" "removed" "viewer@example.com" */
export function sentenceOf(entry: { actor: string; action: string; subject_name: string | null }): Sentence {
  const { actor, action, subject_name } = entry;
  const text = TEXTS[action] ?? action.replaceAll(/[._]/g, ' ');
  const isOwnAccount = OWN_ACCOUNT.test(action) && subject_name === actor;
  const subject = isOwnAccount ? null : subject_name;
  const isForSomeoneElse = subject !== null && action === 'user.two_factor_disabled';
  return { actor: nameOfActor(actor, action), action: isForSomeoneElse ? `${text} for` : text, subject };
}

/** What people do to themselves, unless the operator did it for them. */
const OWN_ACCOUNT = /^(user\.|member\.joined$|member\.left$)/;

/** What the server does by itself is recorded as the operator's doing. */
function nameOfActor(actor: string, action: string): string {
  if (actor.startsWith('key_')) return `API key ${actor}`;
  if (actor !== 'operator') return actor;
  const isOfServer = action === 'user.sign_in_warning' || action === 'archive.given_up';
  return isOfServer ? 'The server' : 'The server administrator';
}

type Value = string | number | boolean | null;
type Details = Record<string, Value>;

const LABELS: Record<string, string> = {
  allowed_origins: 'Allowed origins',
  assignee: 'Assignee',
  author: 'Author',
  brand_color: 'Brand color',
  challenge: 'Challenge mode',
  daily_limit_per_address: 'Limit per address',
  email: 'Email',
  environment: 'Environment',
  events: 'Events',
  expires_at: 'Closes',
  from: 'From',
  has_access_code: 'Access code',
  hours: 'Hours added',
  ip_allow_list: 'IP allowlist',
  evidence_policy: 'Live proof',
  expires_in_hours: 'Lifetime',
  is_active: 'Accepting photos',
  mail: 'Email',
  is_archived: 'Archived',
  locale: 'Language',
  mails: 'Emails',
  masked_key: 'Key',
  max_submissions: 'Maximum submissions',
  name: 'Name',
  per_hour: 'Calls per hour',
  per_minute: 'Calls per minute',
  photo_slots: 'Photo list',
  photos: 'Photos',
  return_url: 'Return address',
  return_urls: 'Return addresses',
  cancel_url: '“Not now” address',
  requires_approval: 'Approval required',
  requires_review: 'Review required',
  retention_days: 'Data retention (days)',
  role: 'Role',
  second_factor: 'Second factor',
  serves: 'Environments',
  statuses: 'Deliveries',
  time_zone: 'Time zone',
  to: 'Until',
  topics: 'Topics',
  url: 'URL',
};
/** Of each check what follows from its warnings. */
const CHECK_FIELD = /^(\w+)_check$/;
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
const WORDS = [
  'challenge',
  'mail',
  'role',
  'plan',
  'environment',
  'reason',
  'serves',
  'second_factor',
  'statuses',
];
/** Values that are times. */
const TIMES = ['expires_at', 'from', 'to'];
/** Where the word itself is not what people say. */
const SAID_AS: Record<string, string> = {
  app: 'Authenticator app',
  hold: 'Hold for review',
  inform: 'Inform only',
  refuse: 'Ask for a new photo',
  on_warning: 'After a warning',
  recovery: 'Recovery code',
  wrong_second_factors: 'Wrong authenticator codes',
};
/** Entries of changes to one field alone call its former value so. */
const CHANGED_ALONE = ['role', 'email'];

/** "Brand color: #112233 → #445566 · Environment: Live", with times of the zone given. */
export function textOfDetails(details: Details, timeZone: string): string {
  return Object.keys(details)
    .filter((name) => name !== 'before' && !name.endsWith('_before'))
    .map((name) => textOfField(name, details, timeZone))
    .filter((text) => text !== null)
    .join(' · ');
}

function textOfField(name: string, details: Details, timeZone: string): string | null {
  const value = details[name] ?? null;
  const shown = (value: Value) => shownValue(name, value, timeZone);
  // What is secret or long is only named, and so is everything in older entries.
  if (name === 'fields') return `Changed: ${String(value).split(', ').map(labelOf).join(', ')}`;
  const before = formerName(name, details);
  if (before !== null) return `${labelOf(name)}: ${shown(details[before] ?? null)} → ${shown(value)}`;
  return value === null || value === '' ? null : `${labelOf(name)}: ${shown(value)}`;
}

function formerName(name: string, details: Details): string | null {
  if (Object.hasOwn(details, `${name}_before`)) return `${name}_before`;
  return CHANGED_ALONE.includes(name) && Object.hasOwn(details, 'before') ? 'before' : null;
}

function labelOf(name: string): string {
  const check = CHECK_NAMES[CHECK_FIELD.exec(name)?.[1] as CheckName];
  return check ?? LABELS[name] ?? capitalized(name);
}

function shownValue(name: string, value: Value, timeZone: string): string {
  if (value === null || value === '') return EMPTY[name] ?? 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (TIMES.includes(name)) return exactTime(Date.parse(text), timeZone);
  return WORDS.includes(name) || CHECK_FIELD.test(name) ? (SAID_AS[text] ?? capitalized(text)) : text;
}

function capitalized(text: string): string {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
