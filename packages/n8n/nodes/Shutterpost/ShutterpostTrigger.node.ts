import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { CREDENTIALS, call, list } from './api.ts';
import { isGenuine } from './signature.ts';

const EVENTS = [
  ['Photo Request Approved', 'photo_request.approved'],
  ['Photo Request Canceled', 'photo_request.canceled'],
  ['Photo Request Changes Requested', 'photo_request.changes_requested'],
  ['Photo Request Created', 'photo_request.created'],
  ['Photo Request Deleted', 'photo_request.deleted'],
  ['Photo Request Expired', 'photo_request.expired'],
  ['Photo Request First Viewed', 'photo_request.first_viewed'],
  ['Photo Request Rejected', 'photo_request.rejected'],
  ['Photo Request Reminded', 'photo_request.reminded'],
  ['Photo Request Submitted', 'photo_request.submitted'],
  ['Photo Request Viewed', 'photo_request.viewed'],
  ['Photo Submission Created', 'photo_submission.created'],
] as const;
const MAX_ENDPOINTS = 100;

/** What is kept of the endpoint between activation and deactivation. */
interface Kept {
  endpointId?: string;
  secret?: string;
}

export class ShutterpostTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Shutterpost Trigger',
    name: 'shutterpostTrigger',
    icon: 'file:shutterpost.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts a workflow when something happens to a photo request',
    defaults: { name: 'Shutterpost Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: CREDENTIALS, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['photo_request.submitted'],
        options: EVENTS.map(([name, value]) => ({ name, value })),
        description: 'What starts the workflow. Events of the key’s environment, live or test.',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { endpointId, secret } = this.getWorkflowStaticData('node') as Kept;
        if (endpointId === undefined || secret === undefined) return false;
        const found = (await endpointsAt(this)).find(({ id }) => id === endpointId);
        const wanted = this.getNodeParameter('events') as string[];
        return found !== undefined && found.is_active === true && hasSame(found.events as string[], wanted);
      },

      async create(this: IHookFunctions): Promise<boolean> {
        // Left behind by an activation that was cut off: no one knows their secret any more.
        for (const { id } of await endpointsAt(this)) await remove(this, String(id));
        const { name = 'workflow' } = this.getWorkflow();
        const created = await call(this, {
          method: 'POST',
          path: '/webhook-endpoints',
          body: {
            url: this.getNodeWebhookUrl('default'),
            name: `n8n: ${name}`.slice(0, 100),
            events: this.getNodeParameter('events'),
          },
        });
        Object.assign(this.getWorkflowStaticData('node'), {
          endpointId: created.id,
          secret: created.signing_secret,
        });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node') as Kept;
        const isThere = (await endpointsAt(this)).some(({ id }) => id === kept.endpointId);
        if (isThere) await remove(this, String(kept.endpointId));
        delete kept.endpointId;
        delete kept.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node') as Kept;
    const headers = this.getHeaderData();
    const request = this.getRequestObject();
    await request.readRawBody?.();
    const body = request.rawBody;
    if (secret === undefined || !isGenuine({ headers, body, secret, now: Date.now() })) {
      this.getResponseObject().status(401).json({ message: 'The signature is wrong.' });
      return { noWebhookResponse: true };
    }
    const event = JSON.parse(body.toString('utf8')) as IDataObject;
    return { workflowData: [this.helpers.returnJsonArray([{ id: headers['webhook-id'], ...event }])] };
  }
}

/** The endpoints with the address of this node. */
async function endpointsAt(context: IHookFunctions): Promise<IDataObject[]> {
  const url = context.getNodeWebhookUrl('default');
  const all = await list(context, '/webhook-endpoints', { qs: {}, max: MAX_ENDPOINTS });
  return all.filter((endpoint) => endpoint.url === url);
}

async function remove(context: IHookFunctions, id: string): Promise<void> {
  await call(context, { method: 'DELETE', path: `/webhook-endpoints/${id}` });
}

function hasSame(one: string[], other: string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}
