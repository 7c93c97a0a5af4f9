import type { Query } from './api/client.ts';
import { filtersOf, queryOf } from './pages/photo-requests/list/list-filters.ts';
import { USABLE_TEMPLATES } from './pages/photo-requests/parts/content/usable-templates.ts';
import { queueQuery } from './pages/review/queue.ts';

/** A read of the session API within the workspace. */
export interface FirstRead {
  path: string;
  query?: Query;
  /** An endless list, of which the first page is read. */
  isList?: boolean;
}

export interface Viewer {
  timeZone: string;
  /** False until the role is known. */
  isAdmin: boolean;
}

export interface Target {
  /** Path within the workspace and environment. */
  page: string;
  search: URLSearchParams;
}

const ID = /^[a-z]+_[0-9a-z]+$/;
const one = (path: string): FirstRead => ({ path });
const list = (path: string, query?: Query): FirstRead => ({ path, isList: true, ...(query && { query }) });
/** For forms with a preview of the customer's page. */
const FORM = [one('plan'), one('settings')];
/** For those that can begin with a template. */
const FORM_WITH_TEMPLATES = [...FORM, list('templates', USABLE_TEMPLATES)];

/** What a page reads when it opens. Paths and queries must be those that the page itself uses. */
export function firstReads({ page, search }: Target, { timeZone, isAdmin }: Viewer): FirstRead[] {
  const [name = '', id = '', part = '', partId = ''] = page.split('/');
  if (name === 'emails') return [one('settings/mail-texts')];
  if (id === 'new') return readsOfNew(name, search);
  if (name === 'notifications')
    return [id === 'settings' ? one('notification-choices') : list('notifications')];
  if (id !== '') return ID.test(id) ? readsOfOne(name, id, part, partId) : [];
  switch (name) {
    case '':
      return [one('overview')];
    case 'photo-requests':
      return [list('photo-requests', queryOf(filtersOf(search), timeZone))];
    case 'review':
      return [{ path: 'photo-requests', query: queueQuery(search) }, one('reviews')];
    case 'permanent-links':
      return [list('permanent-links'), one('plan')];
    case 'templates':
      return [list('templates', { is_archived: String(search.has('archived')) })];
    case 'api-keys':
      return [one('api-keys'), one('plan')];
    case 'live-proof':
      return [one('settings/live-proof')];
    case 'members':
      return isAdmin ? [one('members'), one('invitations')] : [one('members')];
    case 'settings':
      return [one('settings'), one('settings/return-secret')];
    case 'archive':
      return [
        one('archive'),
        list('archive/copies', {
          status: search.get('status') ?? '',
          request_id: search.get('request') ?? '',
        }),
      ];
    case 'audit-log':
      return [list('audit-log', { action: '', user: '' }), one('members')];
    default:
      return [one(name)];
  }
}

function readsOfNew(name: string, search: URLSearchParams): FirstRead[] {
  if (name === 'webhooks') return [];
  const [template = '', request = ''] = ['template', 'from'].map((source) => search.get(source) ?? '');
  const sources = ID.test(template)
    ? [one(`templates/${template}`)]
    : ID.test(request)
      ? [one(`photo-requests/${request}`)]
      : [];
  return [...sources, ...(name === 'templates' ? FORM : FORM_WITH_TEMPLATES)];
}

function readsOfOne(name: string, id: string, part: string, partId: string): FirstRead[] {
  const itself = one(`${name}/${id}`);
  if (name === 'permanent-links' && part === '')
    return [itself, one(`${itself.path}/held-submissions`), list(`${itself.path}/submissions`)];
  if (name === 'permanent-links') return part === 'edit' ? [itself, ...FORM] : [itself, one('settings')];
  if (name === 'photo-requests') return [itself, one('members')];
  if (name === 'templates' && part === 'edit') return [itself, ...FORM];
  if (name !== 'webhooks') return [itself];
  if (part === 'deliveries') return ID.test(partId) ? [one(`webhooks/deliveries/${partId}`)] : [];
  return [itself, list('webhooks/deliveries', { endpoint_id: id, status: '', event_type: '' })];
}
