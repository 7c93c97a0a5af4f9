// Made from docs/openapi.json by `npm run sdks`; changes are lost.
import type { CallOptions, CreateOptions, Pages, Transport } from '../transport.ts';
import type {
  AccessCode,
  AssignPhotoRequest,
  Assignment,
  ChangeReminders,
  CreateNote,
  CreatePermanentLink,
  CreatePhotoRequest,
  CreateTemplate,
  CreateWebhookEndpoint,
  DecidedSubmission,
  DuplicateTemplate,
  Event,
  ExtendPhotoRequest,
  HeldSubmission,
  Member,
  Note,
  Notification,
  NotificationChoices,
  PermanentLink,
  PhotoRequest,
  Ping,
  ReadNotifications,
  ReopenPhotoRequest,
  ReplayDeliveries,
  ReplayedDeliveries,
  ReviewDecision,
  SlotImage,
  Stats,
  Status,
  Template,
  TimelineEntry,
  UnreadNotifications,
  UpdateNote,
  UpdateNotificationChoices,
  UpdatePermanentLink,
  UpdateTemplate,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointDetail,
  WebhookEndpointWithSecret,
  WebhookTestResult,
  Deleted,
  ListPhotoRequestsQuery,
  DownloadPhotosPhotoRequestsQuery,
  ListPermanentLinksQuery,
  ListTemplatesQuery,
  ListSlotImagesQuery,
  CreateSlotImagesQuery,
  ListMembersQuery,
  ListNotificationsMembersQuery,
  ListWebhookEndpointsQuery,
  ListDeliveriesWebhookEndpointsQuery,
  ListEventsQuery,
} from './types.ts';

class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}

/** Ask one customer for photos. */
export class PhotoRequests extends Resource {
  /** List photo requests, newest first */
  list(query: ListPhotoRequestsQuery = {}, options: CallOptions = {}): Pages<PhotoRequest> {
    return this.transport.list({ method: 'GET', path: '/photo-requests', query }, options);
  }

  /** Create a photo request */
  create(body: CreatePhotoRequest, options: CreateOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: '/photo-requests', body, isCreation: true }, options);
  }

  /** Get one photo request */
  get(id: string, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'GET', path: `/photo-requests/${encodeURIComponent(id)}` }, options);
  }

  /** Delete a photo request and its photos; the customer’s link stops working */
  delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.transport.object({ method: 'DELETE', path: `/photo-requests/${encodeURIComponent(id)}` }, options);
  }

  /** Get one photo request as your team sees it, with its assignee and what waits for review */
  getTeamView(id: string, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'GET', path: `/photo-requests/${encodeURIComponent(id)}/team-view` }, options);
  }

  /** List everything that happened to a photo request, oldest first */
  listTimeline(id: string, options: CallOptions = {}): Pages<TimelineEntry> {
    return this.transport.list({ method: 'GET', path: `/photo-requests/${encodeURIComponent(id)}/timeline` }, options);
  }

  /** Delete a photo request with every trace of its customer: emails, events, kept responses */
  erase(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/erase` }, options);
  }

  /** Cancel an open photo request; the link closes and photos that were not submitted are deleted */
  cancel(id: string, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/cancel` }, options);
  }

  /** Keep an open photo request open for longer, or open an expired one again */
  extend(id: string, body: ExtendPhotoRequest, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/extend`, body }, options);
  }

  /** Email the link to the customer again, at most 5 times a day */
  resendEmail(id: string, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/resend-email` }, options);
  }

  /** Send the link to the customer’s phone, at most 3 times an hour */
  resendSms(id: string, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/resend-sms` }, options);
  }

  /** Reopen an expired photo request; the same link works again, with the photos taken so far */
  reopen(id: string, body: ReopenPhotoRequest, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/reopen`, body }, options);
  }

  /** Remind the customer right now, by email and phone as the request has them */
  remind(id: string, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/remind` }, options);
  }

  /** Replace the scheduled reminders of an open photo request */
  changeReminders(id: string, body: ChangeReminders, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'PUT', path: `/photo-requests/${encodeURIComponent(id)}/reminders`, body }, options);
  }

  /** List the notes of your team on a photo request, oldest first: 200 at most */
  listNotes(id: string, options: CallOptions = {}): Pages<Note> {
    return this.transport.list({ method: 'GET', path: `/photo-requests/${encodeURIComponent(id)}/notes` }, options);
  }

  /** Write a note on a photo request; members who are mentioned are told */
  createNote(id: string, body: CreateNote, options: CreateOptions = {}): Promise<Note> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/notes`, body, isCreation: true }, options);
  }

  /** Edit a note that was written by API; fields you leave out stay unchanged */
  updateNote(id: string, noteId: string, body: UpdateNote, options: CallOptions = {}): Promise<Note> {
    return this.transport.object({ method: 'PATCH', path: `/photo-requests/${encodeURIComponent(id)}/notes/${encodeURIComponent(noteId)}`, body }, options);
  }

  /** Delete a note, whoever wrote it */
  deleteNote(id: string, noteId: string, options: CallOptions = {}): Promise<Deleted> {
    return this.transport.object({ method: 'DELETE', path: `/photo-requests/${encodeURIComponent(id)}/notes/${encodeURIComponent(noteId)}` }, options);
  }

  /** Say who of your team takes care of a photo request; they are told */
  assign(id: string, body: AssignPhotoRequest, options: CallOptions = {}): Promise<Assignment> {
    return this.transport.object({ method: 'PUT', path: `/photo-requests/${encodeURIComponent(id)}/assignee`, body }, options);
  }

  /** Download the photos and answers of a submission as a ZIP archive */
  downloadPhotos(id: string, query: DownloadPhotosPhotoRequestsQuery = {}, options: CallOptions = {}): Promise<Response> {
    return this.transport.file({ method: 'GET', path: `/photo-requests/${encodeURIComponent(id)}/photos.zip`, query }, options);
  }

  /** Download a submission as a printable report */
  downloadReport(id: string, options: CallOptions = {}): Promise<Response> {
    return this.transport.file({ method: 'GET', path: `/photo-requests/${encodeURIComponent(id)}/report.pdf` }, options);
  }

  /** Decide about a submission: approve it, reject it, or ask for some photos again */
  review(id: string, body: ReviewDecision, options: CreateOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/review`, body, isCreation: true }, options);
  }
}

/** A reusable link for many customers. */
export class PermanentLinks extends Resource {
  /** List permanent links, newest first */
  list(query: ListPermanentLinksQuery = {}, options: CallOptions = {}): Pages<PermanentLink> {
    return this.transport.list({ method: 'GET', path: '/permanent-links', query }, options);
  }

  /** Create a permanent link */
  create(body: CreatePermanentLink, options: CreateOptions = {}): Promise<PermanentLink> {
    return this.transport.object({ method: 'POST', path: '/permanent-links', body, isCreation: true }, options);
  }

  /** Get one permanent link */
  get(id: string, options: CallOptions = {}): Promise<PermanentLink> {
    return this.transport.object({ method: 'GET', path: `/permanent-links/${encodeURIComponent(id)}` }, options);
  }

  /** Update a permanent link; fields you leave out stay unchanged */
  update(id: string, body: UpdatePermanentLink, options: CallOptions = {}): Promise<PermanentLink> {
    return this.transport.object({ method: 'PATCH', path: `/permanent-links/${encodeURIComponent(id)}`, body }, options);
  }

  /** Delete a permanent link; photos submitted through it are kept */
  delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.transport.object({ method: 'DELETE', path: `/permanent-links/${encodeURIComponent(id)}` }, options);
  }

  /** Get the access code of a permanent link */
  getAccessCode(id: string, options: CallOptions = {}): Promise<AccessCode> {
    return this.transport.object({ method: 'GET', path: `/permanent-links/${encodeURIComponent(id)}/access-code` }, options);
  }

  /** List the submissions through a link that wait for approval: the 50 oldest */
  listHeldSubmissions(id: string, options: CallOptions = {}): Pages<HeldSubmission> {
    return this.transport.list({ method: 'GET', path: `/permanent-links/${encodeURIComponent(id)}/held-submissions` }, options);
  }

  /** Approve a held submission: it becomes a photo request, takes quota and is told of */
  approveHeldSubmission(id: string, submissionId: string, options: CallOptions = {}): Promise<DecidedSubmission> {
    return this.transport.object({ method: 'POST', path: `/permanent-links/${encodeURIComponent(id)}/held-submissions/${encodeURIComponent(submissionId)}/approve` }, options);
  }

  /** Reject a held submission; it is deleted with its photos */
  rejectHeldSubmission(id: string, submissionId: string, options: CallOptions = {}): Promise<DecidedSubmission> {
    return this.transport.object({ method: 'POST', path: `/permanent-links/${encodeURIComponent(id)}/held-submissions/${encodeURIComponent(submissionId)}/reject` }, options);
  }
}

/** What your team asks for again and again. */
export class Templates extends Resource {
  /** List templates, newest first */
  list(query: ListTemplatesQuery = {}, options: CallOptions = {}): Pages<Template> {
    return this.transport.list({ method: 'GET', path: '/templates', query }, options);
  }

  /** Create a template */
  create(body: CreateTemplate, options: CreateOptions = {}): Promise<Template> {
    return this.transport.object({ method: 'POST', path: '/templates', body, isCreation: true }, options);
  }

  /** Get one template */
  get(id: string, options: CallOptions = {}): Promise<Template> {
    return this.transport.object({ method: 'GET', path: `/templates/${encodeURIComponent(id)}` }, options);
  }

  /** Update, archive or restore a template; fields you leave out stay unchanged */
  update(id: string, body: UpdateTemplate, options: CallOptions = {}): Promise<Template> {
    return this.transport.object({ method: 'PATCH', path: `/templates/${encodeURIComponent(id)}`, body }, options);
  }

  /** Delete a template; what was created from it is kept */
  delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.transport.object({ method: 'DELETE', path: `/templates/${encodeURIComponent(id)}` }, options);
  }

  /** Create a template with the content of another */
  duplicate(id: string, body: DuplicateTemplate, options: CreateOptions = {}): Promise<Template> {
    return this.transport.object({ method: 'POST', path: `/templates/${encodeURIComponent(id)}/duplicate`, body, isCreation: true }, options);
  }
}

/** Example pictures and guides that customers see beside the camera. */
export class SlotImages extends Resource {
  /** List slot images, newest first */
  list(query: ListSlotImagesQuery = {}, options: CallOptions = {}): Pages<SlotImage> {
    return this.transport.list({ method: 'GET', path: '/slot-images', query }, options);
  }

  /** Upload an example picture or a guide for photo slots */
  create(body: Blob, query: CreateSlotImagesQuery, options: CreateOptions = {}): Promise<SlotImage> {
    return this.transport.object({ method: 'POST', path: '/slot-images', query, body, isCreation: true }, options);
  }

  /** Get one slot image */
  get(id: string, options: CallOptions = {}): Promise<SlotImage> {
    return this.transport.object({ method: 'GET', path: `/slot-images/${encodeURIComponent(id)}` }, options);
  }

  /** Delete a slot image; slots that use it are shown without it */
  delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.transport.object({ method: 'DELETE', path: `/slot-images/${encodeURIComponent(id)}` }, options);
  }
}

/** Your team: who can be assigned and mentioned, and what each is told of. */
export class Members extends Resource {
  /** List the members of the workspace, newest account first */
  list(query: ListMembersQuery = {}, options: CallOptions = {}): Pages<Member> {
    return this.transport.list({ method: 'GET', path: '/members', query }, options);
  }

  /** Get one member */
  get(id: string, options: CallOptions = {}): Promise<Member> {
    return this.transport.object({ method: 'GET', path: `/members/${encodeURIComponent(id)}` }, options);
  }

  /** List what a member was told of in the application, newest first */
  listNotifications(id: string, query: ListNotificationsMembersQuery = {}, options: CallOptions = {}): Pages<Notification> {
    return this.transport.list({ method: 'GET', path: `/members/${encodeURIComponent(id)}/notifications`, query }, options);
  }

  /** Count the notifications that a member has not read */
  countUnreadNotifications(id: string, options: CallOptions = {}): Promise<UnreadNotifications> {
    return this.transport.object({ method: 'GET', path: `/members/${encodeURIComponent(id)}/notifications/unread` }, options);
  }

  /** Mark a member’s notifications as read, up to one of them */
  readNotifications(id: string, body: ReadNotifications, options: CallOptions = {}): Promise<UnreadNotifications> {
    return this.transport.object({ method: 'POST', path: `/members/${encodeURIComponent(id)}/notifications/read`, body }, options);
  }

  /** Mark one notification of a member as read */
  readNotification(id: string, notificationId: string, options: CallOptions = {}): Promise<UnreadNotifications> {
    return this.transport.object({ method: 'POST', path: `/members/${encodeURIComponent(id)}/notifications/${encodeURIComponent(notificationId)}/read` }, options);
  }

  /** Get what a member chose to hear of */
  getNotificationChoices(id: string, options: CallOptions = {}): Promise<NotificationChoices> {
    return this.transport.object({ method: 'GET', path: `/members/${encodeURIComponent(id)}/notification-choices` }, options);
  }

  /** Choose for a member what they hear of, with a live key; topics you leave out stay unchanged */
  updateNotificationChoices(id: string, body: UpdateNotificationChoices, options: CallOptions = {}): Promise<NotificationChoices> {
    return this.transport.object({ method: 'PATCH', path: `/members/${encodeURIComponent(id)}/notification-choices`, body }, options);
  }
}

/** Where events are sent, and what came of it. */
export class WebhookEndpoints extends Resource {
  /** List webhook endpoints, newest first */
  list(query: ListWebhookEndpointsQuery = {}, options: CallOptions = {}): Pages<WebhookEndpoint> {
    return this.transport.list({ method: 'GET', path: '/webhook-endpoints', query }, options);
  }

  /** Create a webhook endpoint for the events of the key’s environment */
  create(body: CreateWebhookEndpoint, options: CreateOptions = {}): Promise<WebhookEndpointWithSecret> {
    return this.transport.object({ method: 'POST', path: '/webhook-endpoints', body, isCreation: true }, options);
  }

  /** Get one webhook endpoint */
  get(id: string, options: CallOptions = {}): Promise<WebhookEndpointDetail> {
    return this.transport.object({ method: 'GET', path: `/webhook-endpoints/${encodeURIComponent(id)}` }, options);
  }

  /** Update a webhook endpoint; fields you leave out stay unchanged */
  update(id: string, body: UpdateWebhookEndpoint, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.transport.object({ method: 'PATCH', path: `/webhook-endpoints/${encodeURIComponent(id)}`, body }, options);
  }

  /** Delete a webhook endpoint with everything that was still to be sent to it */
  delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.transport.object({ method: 'DELETE', path: `/webhook-endpoints/${encodeURIComponent(id)}` }, options);
  }

  /** Get a new signing secret, which signs beside the current one until you activate it */
  rotateSecret(id: string, options: CreateOptions = {}): Promise<WebhookEndpointWithSecret> {
    return this.transport.object({ method: 'POST', path: `/webhook-endpoints/${encodeURIComponent(id)}/rotate-secret`, isCreation: true }, options);
  }

  /** Finish a rotation: the new signing secret takes the place of the current one */
  activateSecret(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.transport.object({ method: 'POST', path: `/webhook-endpoints/${encodeURIComponent(id)}/activate-secret` }, options);
  }

  /** List what was sent to an endpoint in the last 30 days, newest first */
  listDeliveries(id: string, query: ListDeliveriesWebhookEndpointsQuery = {}, options: CallOptions = {}): Pages<WebhookDelivery> {
    return this.transport.list({ method: 'GET', path: `/webhook-endpoints/${encodeURIComponent(id)}/deliveries`, query }, options);
  }

  /** Get one delivery with its body and every attempt */
  getDelivery(id: string, deliveryId: string, options: CallOptions = {}): Promise<WebhookDeliveryDetail> {
    return this.transport.object({ method: 'GET', path: `/webhook-endpoints/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(deliveryId)}` }, options);
  }

  /** Send one delivery again: the same event with the same id, and a full set of attempts */
  replayDelivery(id: string, deliveryId: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    return this.transport.object({ method: 'POST', path: `/webhook-endpoints/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(deliveryId)}/replay` }, options);
  }

  /** Send everything again that did not arrive, or what you choose */
  replayDeliveries(id: string, body: ReplayDeliveries, options: CallOptions = {}): Promise<ReplayedDeliveries> {
    return this.transport.object({ method: 'POST', path: `/webhook-endpoints/${encodeURIComponent(id)}/replay`, body }, options);
  }

  /** Send a test event right now, and get what came of it */
  test(id: string, options: CallOptions = {}): Promise<WebhookTestResult> {
    return this.transport.object({ method: 'POST', path: `/webhook-endpoints/${encodeURIComponent(id)}/test` }, options);
  }
}

/** What happened, to read after an outage. */
export class Events extends Resource {
  /** List what happened in the last 30 days, newest first or oldest first */
  list(query: ListEventsQuery = {}, options: CallOptions = {}): Pages<Event> {
    return this.transport.list({ method: 'GET', path: '/events', query }, options);
  }
}

/** For your own tests, with test keys. */
export class TestHelpers extends Resource {
  /** Act as the customer and submit generated sample photos (test keys only) */
  submitSamplePhotos(id: string, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/test-helpers/photo-requests/${encodeURIComponent(id)}/submit` }, options);
  }
}

/** Health, statistics and the plan. */
export class Service extends Resource {
  /** Check that the key works */
  ping(options: CallOptions = {}): Promise<Ping> {
    return this.transport.bare({ method: 'GET', path: '/ping' }, options);
  }

  /** Check the health of the API */
  getStatus(options: CallOptions = {}): Promise<Status> {
    return this.transport.object({ method: 'GET', path: '/status' }, options);
  }

  /** Get the workspace’s usage, counts and plan */
  getStats(options: CallOptions = {}): Promise<Stats> {
    return this.transport.object({ method: 'GET', path: '/stats' }, options);
  }
}

export interface Resources {
  /** Ask one customer for photos. */
  photoRequests: PhotoRequests;
  /** A reusable link for many customers. */
  permanentLinks: PermanentLinks;
  /** What your team asks for again and again. */
  templates: Templates;
  /** Example pictures and guides that customers see beside the camera. */
  slotImages: SlotImages;
  /** Your team: who can be assigned and mentioned, and what each is told of. */
  members: Members;
  /** Where events are sent, and what came of it. */
  webhookEndpoints: WebhookEndpoints;
  /** What happened, to read after an outage. */
  events: Events;
  /** For your own tests, with test keys. */
  testHelpers: TestHelpers;
  /** Health, statistics and the plan. */
  service: Service;
}

export function createResources(transport: Transport): Resources {
  return {
    photoRequests: new PhotoRequests(transport),
    permanentLinks: new PermanentLinks(transport),
    templates: new Templates(transport),
    slotImages: new SlotImages(transport),
    members: new Members(transport),
    webhookEndpoints: new WebhookEndpoints(transport),
    events: new Events(transport),
    testHelpers: new TestHelpers(transport),
    service: new Service(transport),
  };
}
