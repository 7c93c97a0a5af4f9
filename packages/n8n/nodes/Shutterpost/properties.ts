import type { INodeProperties } from 'n8n-workflow';

type Shown = Record<string, string[]>;
const shownFor = (show: Shown) => ({ displayOptions: { show } });
const operation = (value: string, name: string, action: string) => ({ value, name, action });

const text = (displayName: string, name: string, description: string, more: Partial<INodeProperties> = {}) =>
  ({ displayName, name, type: 'string', default: '', description, ...more }) as INodeProperties;
const json = (displayName: string, name: string, description: string, empty = '[]') =>
  ({ displayName, name, type: 'json', default: empty, description }) as INodeProperties;

const SHARED_FIELDS: INodeProperties[] = [
  json(
    'Photo Slots',
    'photo_slots',
    'The photos that are asked for, such as [{"instructions": "The front"}]',
  ),
  json('Questions', 'questions', 'What the customer is asked beside the photos'),
  {
    displayName: 'Requires Review',
    name: 'requires_review',
    type: 'boolean',
    default: false,
    description: 'Whether someone has to decide about the submission',
  },
  text('Template ID', 'template_id', 'A template that fills in what you leave out', { placeholder: 'tpl_…' }),
];

export const PROPERTIES: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    default: 'photoRequest',
    options: [
      { name: 'Permanent Link', value: 'permanentLink' },
      { name: 'Photo Request', value: 'photoRequest' },
    ],
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'create',
    ...shownFor({ resource: ['photoRequest'] }),
    options: [
      operation('cancel', 'Cancel', 'Cancel a photo request'),
      operation('create', 'Create', 'Create a photo request'),
      operation('downloadPhotos', 'Download Photos', 'Download the photos of a photo request'),
      operation('get', 'Get', 'Get a photo request'),
      operation('getMany', 'Get Many', 'Get many photo requests'),
      operation('remind', 'Remind', 'Remind the customer of a photo request'),
      operation('review', 'Review', 'Approve or reject a submission or ask for changes'),
    ],
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'create',
    ...shownFor({ resource: ['permanentLink'] }),
    options: [
      operation('create', 'Create', 'Create a permanent link'),
      operation('get', 'Get', 'Get a permanent link'),
      operation('getMany', 'Get Many', 'Get many permanent links'),
    ],
  },
  text('Photo Request ID', 'id', 'The photo request', {
    required: true,
    placeholder: 'req_…',
    ...shownFor({
      resource: ['photoRequest'],
      operation: ['get', 'cancel', 'remind', 'review', 'downloadPhotos'],
    }),
  }),
  text('Permanent Link ID', 'id', 'The permanent link', {
    required: true,
    placeholder: 'plink_…',
    ...shownFor({ resource: ['permanentLink'], operation: ['get'] }),
  }),
  text('Name', 'name', 'For your own use', {
    ...shownFor({ resource: ['permanentLink'], operation: ['create'] }),
  }),
  text('Instructions', 'instructions', 'Shown to the customer. Can be empty if a template has them.', {
    typeOptions: { rows: 4 },
    ...shownFor({ operation: ['create'] }),
  }),
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    ...shownFor({ resource: ['photoRequest'], operation: ['create'] }),
    options: [
      {
        displayName: 'Expires in Hours',
        name: 'expires_in_hours',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 168,
        description: 'How long the link stays open',
      },
      text('External ID', 'external_id', 'Your own identifier'),
      text(
        'Idempotency Key',
        'idempotencyKey',
        'A repetition with the same key creates nothing new, such as when n8n retries',
      ),
      text('Language', 'locale', 'Of the pages and emails, such as de'),
      json('Metadata', 'metadata', 'Your own pairs of keys and values', '{}'),
      text('Recipient Email', 'recipient_email', 'The customer'),
      {
        displayName: 'Send Email',
        name: 'send_email',
        type: 'boolean',
        default: true,
        description: 'Whether the customer gets the link by email',
      },
      ...SHARED_FIELDS,
    ],
  },
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    ...shownFor({ resource: ['permanentLink'], operation: ['create'] }),
    options: [
      text('Access Code', 'access_code', 'What customers have to enter first'),
      text('Idempotency Key', 'idempotencyKey', 'A repetition with the same key creates nothing new'),
      json('Metadata', 'metadata', 'Your own pairs of keys and values', '{}'),
      {
        displayName: 'Requires Approval',
        name: 'requires_approval',
        type: 'boolean',
        default: false,
        description: 'Whether submissions wait until a member approves them',
      },
      text('Slug', 'slug', 'The end of its address'),
      ...SHARED_FIELDS,
    ],
  },
  {
    displayName: 'Decision',
    name: 'decision',
    type: 'options',
    default: 'approve',
    ...shownFor({ resource: ['photoRequest'], operation: ['review'] }),
    options: [
      { name: 'Approve', value: 'approve' },
      { name: 'Ask for Changes', value: 'request_changes' },
      { name: 'Reject', value: 'reject' },
    ],
  },
  text('Message', 'message', 'Shown to the customer if you ask for changes, otherwise only to your team', {
    typeOptions: { rows: 3 },
    ...shownFor({ resource: ['photoRequest'], operation: ['review'] }),
  }),
  {
    ...json(
      'Photos to Take Again',
      'slots',
      'Such as [{"slot_index": 0, "reason": "blurry"}]; a reason or a message for each',
    ),
    ...shownFor({ resource: ['photoRequest'], operation: ['review'], decision: ['request_changes'] }),
  },
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    ...shownFor({ operation: ['getMany'] }),
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { operation: ['getMany'], returnAll: [false] } },
  },
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    ...shownFor({ resource: ['photoRequest'], operation: ['getMany'] }),
    options: [
      { displayName: 'Created After', name: 'created_after', type: 'dateTime', default: '' },
      { displayName: 'Created Before', name: 'created_before', type: 'dateTime', default: '' },
      text('External ID', 'external_id', 'Only those with this identifier'),
      {
        displayName: 'Needs Review',
        name: 'needs_review',
        type: 'boolean',
        default: true,
        description: 'Whether to return only those that wait for a decision',
      },
      text('Permanent Link ID', 'permanent_link_id', 'Only submissions through this link'),
      text('Status', 'status', 'Such as submitted'),
    ],
  },
  text('Put Output Files in Field', 'binaryPrefix', 'photo_0, photo_1 and so on, unless you change it', {
    default: 'photo_',
    ...shownFor({ resource: ['photoRequest'], operation: ['downloadPhotos'] }),
  }),
];
