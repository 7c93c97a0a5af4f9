// Made from docs/openapi.json by `npm run sdks`; changes are lost.
import type { CallOptions, CreateOptions, Pages, Transport } from '../transport.ts';
import type {
  ChangeReminders,
  CreatePermanentLink,
  CreatePhotoRequest,
  CreateTemplate,
  DuplicateTemplate,
  ExtendPhotoRequest,
  PermanentLink,
  PhotoRequest,
  Ping,
  ReopenPhotoRequest,
  ReviewDecision,
  SlotImage,
  Stats,
  Status,
  Template,
  UpdatePermanentLink,
  UpdateTemplate,
  ListPhotoRequestsQuery,
  DownloadPhotosPhotoRequestsQuery,
  ListPermanentLinksQuery,
  ListTemplatesQuery,
  ListSlotImagesQuery,
  CreateSlotImagesQuery,
} from './types.ts';

/** What a deleted object leaves. */
export interface Deleted {
  id: string;
  deleted: true;
}

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

  /** Reopen an expired photo request; the same link works again, with the photos taken so far */
  reopen(id: string, body: ReopenPhotoRequest, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/reopen`, body }, options);
  }

  /** Remind the customer by email right now */
  remind(id: string, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/remind` }, options);
  }

  /** Replace the scheduled reminders of an open photo request */
  changeReminders(id: string, body: ChangeReminders, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'PUT', path: `/photo-requests/${encodeURIComponent(id)}/reminders`, body }, options);
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
  review(id: string, body: ReviewDecision, options: CallOptions = {}): Promise<PhotoRequest> {
    return this.transport.object({ method: 'POST', path: `/photo-requests/${encodeURIComponent(id)}/review`, body }, options);
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
    testHelpers: new TestHelpers(transport),
    service: new Service(transport),
  };
}
