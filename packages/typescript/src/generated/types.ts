// Made from docs/openapi.json by `npm run sdks`; changes are lost.
export interface AccessCode {
  access_code: string | null;
}

export interface Answer {
  question_id: string;
  /** Today one of `short_text`, `long_text`, `number`, `yes_no`, `single_choice`, `multiple_choice`, `date`, `signature`, `identifier`; more may be added. */
  type: "short_text" | "long_text" | "number" | "yes_no" | "single_choice" | "multiple_choice" | "date" | "signature" | "identifier" | (string & {});
  label: string;
  /** Text, a number, true or false, an option, a list of options, or a date such as 2026-01-31. A signature is the typed name, or an SVG picture of what was drawn. */
  value: string | number | boolean | Array<string>;
}

export interface AskedQuestion {
  question_id: string;
  /** What is wrong with the answer. */
  message?: string | null;
}

export interface AskedSlot {
  /** The slot whose photos have to be taken again. Without slots: the number of the photo, from 0 on. */
  slot_index: number;
  /** Shown to the customer in their own language. Default: `other`, which shows only your message. */
  reason?: "blurred" | "too_dark" | "glare" | "cut_off" | "too_far" | "wrong_subject" | "not_readable" | "other" | null;
  /** What is wrong, in your own words. */
  message?: string | null;
}

export interface AssignPhotoRequest {
  /** The `id` of the member. null: no one takes care of it. */
  user_id: string | null;
}

export interface Assignee {
  /** The `id` of the member. */
  user_id: string;
  email: string;
  name: string | null;
}

export interface Assignment {
  assignee: Assignee | null;
}

export interface ChangeEventData {
  /** The photo request. */
  id: string;
  /** `permanent` if the customer came through a permanent link. Today one of `one_time`, `permanent`; more may be added. */
  type: "one_time" | "permanent" | (string & {});
  /** Text shown to the customer. */
  instructions: string;
  /** Short code for manual entry. */
  unique_code: string;
  /** Link to share with the customer. */
  request_url: string;
  created_at: string;
  expires_at: string;
  /** When the customer opened the page for the first time. */
  first_viewed_at: string | null;
  /** When the customer submitted the photos. */
  submitted_at: string | null;
  /** What your team decided about the latest submission. null if no one has to and no one did. */
  review: Review | null;
  /** How many reminders were sent. */
  reminder_count: number;
  /** When the last one was sent. */
  reminded_at: string | null;
  /** The permanent link that the customer came through. null for a one-time request. */
  permanent_link_id: string | null;
  /** Your own identifier, as you set it. */
  external_id: string | null;
  /** Your own key-value pairs, as you set them. */
  metadata: Record<string, string>;
}

export interface ChangeReminders {
  reminders: Array<ReminderRule>;
  /** The customer’s time zone. null: that of your workspace. */
  time_zone?: string | null;
}

export interface ChooseNotification {
  /** In the web application. */
  app: boolean;
  email: "now" | "digest" | "off";
}

export interface CreateNote {
  text: string;
  /** The `id` of each member who is told of it. */
  mentions?: Array<string> | null;
}

/** `name`, `instructions` or `template_id` is required. If name or instructions are missing, they are copied from one another. */
export interface CreatePermanentLink {
  /** A name for the link. */
  name?: string | null;
  /** The readable part of the link’s address. Must be unique on this server. */
  slug?: string | null;
  /** Text shown to the customer. */
  instructions?: string | null;
  /** A template that fills in what you leave out. Later changes of the template do not change what was created from it. */
  template_id?: string | null;
  /** Specific photos to request, one per slot. */
  photo_slots?: Array<NewPhotoSlot> | null;
  /** Questions for the customer, beside the photos. */
  questions?: Array<NewQuestion> | null;
  /** The texts in other languages, by language. A customer whose language is among them reads those. */
  translations?: Record<string, Translation> | null;
  /** Whether your team decides about each submission: `review.state` is `pending` until then. Default: false. */
  requires_review?: boolean | null;
  /** What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts. */
  evidence_policy?: EvidencePolicy | null;
  /** Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test. */
  return_url?: string | null;
  /** Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test. */
  cancel_url?: string | null;
  /** Up to 20 key-value pairs of strings, returned unchanged. */
  metadata?: Record<string, string> | null;
  is_active?: boolean | null;
  /** When the link closes. null: never. */
  expires_at?: string | null;
  /** Maximum number of submissions. null: no limit. */
  max_submissions?: number | null;
  /** Maximum number of submissions per IP address (IPv6: per /64 network) within 24 hours. null: the default limits. */
  daily_limit_per_address?: number | null;
  /** Visitors must enter this code before they can send photos. null: no code. Not case-sensitive. Never returned. */
  access_code?: string | null;
  /** Whether submissions are held until a member approves them in the web application. A held submission uses no quota, sends no event and appears in no list. */
  requires_approval?: boolean | null;
}

/** `instructions` or `template_id` is required, and `recipient_email` if there is `send_email` or any of the `reminders`. */
export interface CreatePhotoRequest {
  /** A template that fills in what you leave out. Later changes of the template do not change what was created from it. */
  template_id?: string | null;
  /** Text shown to the customer. Required unless a template brings it. */
  instructions?: string | null;
  /** Specific photos to request, one per slot. */
  photo_slots?: Array<NewPhotoSlot> | null;
  /** Questions for the customer, beside the photos. */
  questions?: Array<NewQuestion> | null;
  /** The texts in other languages, by language. A customer whose language is among them reads those. */
  translations?: Record<string, Translation> | null;
  /** Whether your team decides about each submission: `review.state` is `pending` until then. Default: false. */
  requires_review?: boolean | null;
  /** What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts. */
  evidence_policy?: EvidencePolicy | null;
  /** Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test. */
  return_url?: string | null;
  /** Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test. */
  cancel_url?: string | null;
  /** Up to 20 key-value pairs of strings, returned unchanged. */
  metadata?: Record<string, string> | null;
  /** How long the request stays open; sets `expires_at`. Default: 168. */
  expires_in_hours?: number | null;
  /** Where the photos should be taken. A photo from elsewhere gets a warning. */
  expected_location?: {
    lat: number;
    lng: number;
    /** How far from there a photo may be taken, in meters. */
    radius_m: number;
  } | null;
  /** When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`. */
  reminders?: Array<ReminderRule> | null;
  /** Language of the customer’s page. Default: en. */
  locale?: string | null;
  /** The customer’s email address. Not allowed on the free plan. */
  recipient_email?: string | null;
  /** Email the link to `recipient_email`, which is then required. Not allowed on the free plan. */
  send_email?: boolean | null;
  /** The customer’s phone number with its country code. Stored and returned as E.164. */
  recipient_phone?: string | null;
  /** Send the link to `recipient_phone`, which is then required. Not allowed on the free plan. */
  send_sms?: boolean | null;
  /** How messages reach the phone. Default: `sms`. */
  phone_channel?: "sms" | "whatsapp" | null;
  /** Your own identifier. You can filter lists by it. */
  external_id?: string | null;
  /** The customer’s time zone, for the hours of reminders. Default: that of your workspace. */
  time_zone?: string | null;
}

export interface CreateTemplate {
  /** A name for your team. Customers do not see it. */
  name: string;
  /** Text shown to the customer. */
  instructions: string;
  /** Specific photos to request, one per slot. */
  photo_slots?: Array<NewPhotoSlot> | null;
  /** Questions for the customer, beside the photos. */
  questions?: Array<NewQuestion> | null;
  /** The texts in other languages, by language. A customer whose language is among them reads those. */
  translations?: Record<string, Translation> | null;
  /** Whether your team decides about each submission: `review.state` is `pending` until then. Default: false. */
  requires_review?: boolean | null;
  /** What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts. */
  evidence_policy?: EvidencePolicy | null;
  /** Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test. */
  return_url?: string | null;
  /** Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test. */
  cancel_url?: string | null;
  /** Up to 20 key-value pairs of strings, returned unchanged. */
  metadata?: Record<string, string> | null;
  /** How long the request stays open; sets `expires_at`. Default: 168. */
  expires_in_hours?: number | null;
  /** Where the photos should be taken. A photo from elsewhere gets a warning. */
  expected_location?: {
    lat: number;
    lng: number;
    /** How far from there a photo may be taken, in meters. */
    radius_m: number;
  } | null;
  /** When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`. */
  reminders?: Array<ReminderRule> | null;
  /** Language of the customer’s page. Default: en. */
  locale?: string | null;
}

export interface CreateWebhookEndpoint {
  /** Where events are sent. HTTPS, unless the operator allows otherwise. */
  url: string;
  /** A name for your own use. Default: the hostname. */
  name?: string | null;
  /** Default: `photo_request.submitted`. */
  events?: Array<"photo_request.submitted" | "photo_submission.created" | "photo_request.created" | "photo_request.first_viewed" | "photo_request.viewed" | "photo_request.reminded" | "photo_request.approved" | "photo_request.changes_requested" | "photo_request.rejected" | "photo_request.canceled" | "photo_request.expired" | "photo_request.deleted"> | null;
  is_active?: boolean | null;
}

export interface DecidedSubmission {
  id: string;
}

export interface DuplicateTemplate {
  /** Default: the name of the template, with “copy” behind it. */
  name?: string | null;
}

export interface EmailProhibited {
  message: string;
  errors: Record<string, Array<string>>;
}

export interface Error {
  error: {
    /** Today one of `invalid_json`, `invalid_parameter`, `unsupported_media_type`, `payload_too_large`, `unauthorized`, `insufficient_permission`, `plan_upgrade_required`, `workspace_restricted`, `quota_exceeded`, `not_found`, `validation_error`, `idempotency_mismatch`, `review_conflict`, `recipient_unsubscribed`, `rate_limited`, `internal_error`, `service_unavailable`; more may be added. */
    code: "invalid_json" | "invalid_parameter" | "unsupported_media_type" | "payload_too_large" | "unauthorized" | "insufficient_permission" | "plan_upgrade_required" | "workspace_restricted" | "quota_exceeded" | "not_found" | "validation_error" | "idempotency_mismatch" | "review_conflict" | "recipient_unsubscribed" | "rate_limited" | "internal_error" | "service_unavailable" | (string & {});
    message: string;
    /** Messages by field name. Nested fields use dots. */
    details: Record<string, Array<string>>;
    /** Identifier of this API call, also sent in the `X-Request-Id` header. */
    request_id: string;
    /** The page that explains this code. */
    doc_url: string;
  };
}

/** The body that its webhook has or would have had, and its id. Links to photos are fresh ones. What an earlier release stored can lack fields that came later. */
export interface Event {
  /** The same as `X-Webhook-ID` of its webhook. */
  id: string;
  /** What happened. Today one of `photo_request.submitted`, `photo_submission.created`, `photo_request.created`, `photo_request.first_viewed`, `photo_request.viewed`, `photo_request.reminded`, `photo_request.approved`, `photo_request.changes_requested`, `photo_request.rejected`, `photo_request.canceled`, `photo_request.expired`, `photo_request.deleted`; more may be added. */
  event: "photo_request.submitted" | "photo_submission.created" | "photo_request.created" | "photo_request.first_viewed" | "photo_request.viewed" | "photo_request.reminded" | "photo_request.approved" | "photo_request.changes_requested" | "photo_request.rejected" | "photo_request.canceled" | "photo_request.expired" | "photo_request.deleted" | (string & {});
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: SubmissionEventData | ChangeEventData;
}

export interface EvidencePolicy {
  checks?: {
    duplicate?: "inform" | "hold" | "refuse";
    stream?: "inform" | "hold" | "refuse";
    camera?: "inform" | "hold" | "refuse";
    page?: "inform" | "hold" | "refuse";
    clock?: "inform" | "hold" | "refuse";
    place?: "inform" | "hold" | "refuse";
    motion?: "inform" | "hold" | "refuse";
    screen?: "inform" | "hold" | "refuse";
    content?: "inform" | "hold" | "refuse";
    file?: "inform" | "hold" | "refuse";
    challenge?: "inform" | "hold" | "refuse";
  };
  challenge?: "off" | "on_warning" | "always";
}

export interface ExpectedLocation {
  lat: number;
  lng: number;
  radius_m: number;
}

export interface ExtendPhotoRequest {
  /** Added to the time the request has left; counted from now if it has expired. */
  hours: number;
}

export interface Finding {
  /** Today one of `duplicate`, `stream`, `camera`, `page`, `clock`, `place`, `motion`, `screen`, `content`, `file`, `challenge`; more may be added. */
  check: "duplicate" | "stream" | "camera" | "page" | "clock" | "place" | "motion" | "screen" | "content" | "file" | "challenge" | (string & {});
  /** `warn`: look at the photo. `unknown`: the device or the photo gave too little to tell. Today one of `pass`, `warn`, `unknown`; more may be added. */
  result: "pass" | "warn" | "unknown" | (string & {});
  /** One sentence in English. */
  message: string;
  /** The numbers and names behind it. Which ones there are depends on the check. */
  figures: Record<string, number | string | boolean>;
}

export interface HeldSubmission {
  id: string;
  unique_code: string;
  /** When the customer submitted it. */
  held_at: string;
  /** When it is deleted if no one decides. */
  expires_at: string;
  photos: Array<{
    id: string;
    slot_instructions: string | null;
    url: string;
    thumbnail_url: string;
    evidence: Array<Finding>;
  }>;
}

export interface Member {
  /** Names the member as assignee and in mentions. */
  id: string;
  email: string;
  name: string | null;
  /** Today one of `owner`, `admin`, `member`, `viewer`; more may be added. */
  role: "owner" | "admin" | "member" | "viewer" | (string & {});
  joined_at: string;
}

export interface Meta {
  /** Identifier of this API call, also sent in the `X-Request-Id` header. */
  request_id: string;
  /** Unknown fields and query parameters that were ignored. */
  warnings?: Array<string>;
}

export interface NewPhotoSlot {
  /** What the customer should photograph in this slot. */
  instructions: string;
  /** Whether the slot must be filled. Default: true. */
  is_required?: boolean | null;
  /** How to take this photo, in more words. Shown beside the camera. */
  hint?: string | null;
  /** How many photos the slot needs once it is used. Default: 1. */
  min_photos?: number | null;
  /** How many photos the slot takes. Default: `min_photos`. */
  max_photos?: number | null;
  /** An outline to draw over the camera’s picture. */
  guide?: "frame" | "card" | "document" | "car_front" | "car_side" | "car_rear" | "car_corner" | "meter" | null;
  /** An outline of your own, uploaded with `purpose=guide`. Not together with `guide`. */
  guide_image_id?: string | null;
  /** A picture of what a good photo looks like, uploaded with `purpose=example`. */
  example_image_id?: string | null;
}

export interface NewQuestion {
  /** By which you find the answer. Default: `q1` for the first question, and so on. */
  id?: string | null;
  /** `identifier` is for permanent links: the answer becomes the `external_id`. */
  type: "short_text" | "long_text" | "number" | "yes_no" | "single_choice" | "multiple_choice" | "date" | "signature" | "identifier";
  /** What the customer is asked. */
  label: string;
  /** Shown below the question. */
  help?: string | null;
  /** Default: true. */
  is_required?: boolean | null;
  /** Before the photos or after them. Default: `after`. */
  position?: "before" | "after" | null;
  /** The smallest number that is accepted. */
  min?: number | null;
  /** The largest number that is accepted. */
  max?: number | null;
  /** Shown after the number, such as km. */
  unit?: string | null;
  /** The options of a choice, at least two. */
  options?: Array<string> | null;
  /** A regular expression that the whole identifier must match, such as `[A-Z]{2}-[0-9]{5}`. */
  pattern?: string | null;
  /** Ask only if an earlier question has this answer. */
  show_if?: {
    /** An earlier question. */
    question_id: string;
    /** The answer that it must have; of several choices, one that must be among them. */
    equals: boolean | number | string;
  } | null;
}

export interface Note {
  id: string;
  /** The `id` of the member, or that of the API key. */
  author_id: string;
  /** Email address of the author, or name of the API key, when it was written. */
  author: string;
  text: string;
  /** The members who are mentioned. */
  mentions: Array<string>;
  created_at: string;
  edited_at: string | null;
}

export interface Notification {
  id: string;
  /** Today one of `submitted`, `review`, `mentioned`, `assigned`, `endpoint_failing`, `archive_failing`, `quota`; more may be added. */
  kind: "submitted" | "review" | "mentioned" | "assigned" | "endpoint_failing" | "archive_failing" | "quota" | (string & {});
  at: string;
  is_read: boolean;
  /** The member who did it, or the API key. */
  by: string | null;
  /** The photo request that it is about. */
  request: {
    id: string;
    unique_code: string;
    /** The permanent link where the submission waits for approval. */
    held_at_link: string | null;
  } | null;
  /** The webhook endpoint that it is about. */
  endpoint: {
    id: string;
    name: string;
  } | null;
  /** The archive that it is about. */
  archive: {
    name: string;
    /** Whether files are not tried any more. */
    is_given_up: boolean;
  } | null;
  /** How much of the quota is used. */
  percent: number | null;
}

export interface NotificationChoice {
  /** In the web application. */
  app: boolean;
  /** By email. Today one of `now`, `digest`, `off`; more may be added. */
  email: "now" | "digest" | "off" | (string & {});
}

export interface NotificationChoices {
  submitted?: NotificationChoice;
  review?: NotificationChoice;
  mentioned?: NotificationChoice;
  endpoint_failing?: NotificationChoice;
  archive_failing?: NotificationChoice;
  quota?: NotificationChoice;
}

export interface PageMeta {
  /** Identifier of this API call, also sent in the `X-Request-Id` header. */
  request_id: string;
  /** Unknown fields and query parameters that were ignored. */
  warnings?: Array<string>;
  /** Whether older entries follow. */
  has_more: boolean;
  /** Pass this as `cursor` to get the next page. */
  next_cursor: string | null;
}

export interface PermanentLink {
  id: string;
  type: "permanent";
  name: string;
  slug: string;
  url: string;
  /** The same address as `url`. */
  request_url: string;
  unique_code: string;
  code_entry_url: string;
  instructions: string;
  photo_slots: Array<PhotoSlot>;
  is_active: boolean;
  expires_at: string | null;
  max_submissions: number | null;
  submission_count: number;
  daily_limit_per_address: number | null;
  /** Whether visitors must enter an access code. */
  has_access_code: boolean;
  requires_approval: boolean;
  requires_review: boolean;
  questions: Array<Question>;
  template_id: string | null;
  /** The texts in other languages, by language. A customer whose language is among them reads those. */
  translations: Record<string, Translation>;
  evidence_policy: EvidencePolicy | null;
  return_url: string | null;
  cancel_url: string | null;
  /** Submissions awaiting approval. */
  held_count: number;
  /** The most recent unusual use of the link. */
  last_alert: {
    /** Today one of `address_limit`, `drafts_full`, `wrong_codes`, `unusual_rate`; more may be added. */
    reason: "address_limit" | "drafts_full" | "wrong_codes" | "unusual_rate" | (string & {});
    at: string;
  } | null;
  /** Visits with photos that haven’t been submitted yet. */
  draft_count: number;
  /** Storage used by their photos, in bytes. */
  draft_bytes: number;
  metadata: Record<string, string>;
  created_at: string;
  updated_at: string;
}

export interface Photo {
  id: string;
  /** Direct download link. It expires; every read returns a fresh one. */
  url: string;
  /** A small JPEG, at most 480 pixels on its longer side. */
  thumbnail_url: string;
  /** The photo with C2PA content credentials. null until it is sealed, seconds after the submission; it expires like `url`. */
  sealed_url: string | null;
  metadata: {
    /** Latitude; absent when unknown. */
    gps_lat?: number;
    /** Longitude; absent when unknown. */
    gps_lng?: number;
    /** In meters; absent when unknown. */
    gps_accuracy?: number;
    captured_at: string;
    /** What the device warned about before the customer kept the photo; absent if nothing. Today one of `blurred`, `dark`, `overexposed`; more may be added. */
    quality_hint?: "blurred" | "dark" | "overexposed" | (string & {});
  };
  /** The slot it fills; without slots, the number of the photo. */
  slot_index: number;
  /** null if the request has no slots. */
  slot_instructions: string | null;
  /** In which round it was submitted: 1, or more if the customer was asked to take it again. */
  round: number;
  /** Hash of the file as the device sent it, in hexadecimal. */
  sha256: string;
  /** In pixels. */
  width: number;
  /** In pixels. */
  height: number;
  /** Size of the file. */
  bytes: number;
  /** When the photo arrived, by the server’s clock. */
  received_at: string;
  /** What speaks for and against the photo, one finding for each check. Empty if it came before there were checks. */
  evidence: Array<Finding>;
}

export interface PhotoRequest {
  id: string;
  /** Today one of `one_time`, `permanent`; more may be added. */
  type: "one_time" | "permanent" | (string & {});
  /** Short code for manual entry at `code_entry_url`. */
  unique_code: string;
  /** Today one of `pending`, `in_progress`, `submitted`, `expired`, `canceled`; more may be added. */
  status: "pending" | "in_progress" | "submitted" | "expired" | "canceled" | (string & {});
  instructions: string;
  photo_slots: Array<PhotoSlot>;
  /** Link to share with the customer. */
  request_url: string;
  code_entry_url: string;
  expires_at: string;
  created_at: string;
  first_viewed_at: string | null;
  submitted_at: string | null;
  /** When the customer submitted the photos, if these wait for review by a member or had to. Until they are approved, `status` is `in_progress` and `items` is empty. */
  held_at: string | null;
  permanent_link_id: string | null;
  external_id: string | null;
  metadata: Record<string, string>;
  locale: string;
  recipient_email: string | null;
  /** Today one of `queued`, `sent`, `failed`; more may be added. */
  email_status: "queued" | "sent" | "failed" | (string & {}) | null;
  /** true if the customer wants no more email from you; absent otherwise, and in lists and events. */
  recipient_unsubscribed?: boolean;
  /** E.164. */
  recipient_phone: string | null;
  /** Today one of `sms`, `whatsapp`; more may be added. */
  phone_channel: "sms" | "whatsapp" | (string & {}) | null;
  /** What became of the last message to the phone: `queued`, `sent`, `delivered` where the provider tells, or `failed`. null: none was to be sent. */
  sms_status: "queued" | "sent" | "delivered" | "failed" | (string & {}) | null;
  /** The customer’s time zone. null: that of your workspace. */
  time_zone: string | null;
  reminders: Array<Reminder>;
  /** How many reminders were sent. */
  reminder_count: number;
  /** When the last one was sent. */
  reminded_at: string | null;
  expected_location: ExpectedLocation | null;
  /** How often the customer was asked for photos: 1, and one more for each time that changes were requested. */
  round: number;
  questions: Array<Question>;
  /** Empty until the photos are submitted. */
  answers: Array<Answer>;
  /** The template that it was created from. */
  template_id: string | null;
  /** The texts in other languages, by language. A customer whose language is among them reads those. */
  translations: Record<string, Translation>;
  evidence_policy: EvidencePolicy | null;
  return_url: string | null;
  cancel_url: string | null;
  requires_review: boolean;
  /** What the team decided about the latest submission. null if no one has to and no one did. */
  review: Review | null;
  /** Empty until the photos are submitted. */
  items: Array<Photo>;
  /** Photos of earlier rounds that were taken again. Those in `items` stand in their place. */
  superseded_items: Array<Photo>;
  /** Photos the customer has taken but not sent, or had not sent when the request ended and they were deleted. In the view of the team alone. */
  unsent_photos?: number;
  /** How many photos the customer is asked for in this round. null: as many as they like. In the view of the team alone. */
  wanted_photos?: number | null;
  /** Who of your team takes care of it. In the view of the team alone. */
  assignee?: Assignee | null;
  /** Whether the customer wants no messages on the phone. In the view of the team alone, and not in lists. */
  recipient_opted_out?: boolean;
  /** Whether a request that has expired still has the photos that were not sent. In the view of the team alone, and not in lists. */
  keeps_photos?: boolean;
}

/** Your team approved a submission. */
export interface PhotoRequestApprovedEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.approved";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: ChangeEventData;
}

/** A request was canceled. */
export interface PhotoRequestCanceledEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.canceled";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: ChangeEventData;
}

/** Your team asked for some photos or answers again. `data.review` says which. */
export interface PhotoRequestChangesRequestedEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.changes_requested";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: ChangeEventData;
}

/** A request was created. */
export interface PhotoRequestCreatedEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.created";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: ChangeEventData;
}

/** A request and its photos were deleted. If it was deleted in the web application or by retention, `instructions`, `external_id` and `metadata` are empty. Identify it by its `id`. */
export interface PhotoRequestDeletedEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.deleted";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: ChangeEventData;
}

/** A request expired without photos, or without those that were asked for again. */
export interface PhotoRequestExpiredEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.expired";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: ChangeEventData;
}

/** The customer’s page was opened for the first time. */
export interface PhotoRequestFirstViewedEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.first_viewed";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: ChangeEventData;
}

/** Your team rejected a submission. */
export interface PhotoRequestRejectedEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.rejected";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: ChangeEventData;
}

/** The customer was sent a reminder by email. */
export interface PhotoRequestRemindedEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.reminded";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: ChangeEventData;
}

/** A customer submitted photos, through a one-time request or a permanent link. */
export interface PhotoRequestSubmittedEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.submitted";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: SubmissionEventData;
}

/** The customer opened the page: the first time, and once more in each round after you asked for changes. */
export interface PhotoRequestViewedEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_request.viewed";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: ChangeEventData;
}

export interface PhotoSlot {
  instructions: string;
  is_required: boolean;
  hint: string | null;
  min_photos: number;
  max_photos: number;
  /** Today one of `frame`, `card`, `document`, `car_front`, `car_side`, `car_rear`, `car_corner`, `meter`; more may be added. */
  guide: "frame" | "card" | "document" | "car_front" | "car_side" | "car_rear" | "car_corner" | "meter" | (string & {}) | null;
  guide_image_id: string | null;
  example_image_id: string | null;
}

/** A customer submitted photos through a permanent link. `photo_request.submitted` tells of the same submission. */
export interface PhotoSubmissionCreatedEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "photo_submission.created";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: SubmissionEventData;
}

export interface Ping {
  message: "pong";
  timestamp: string;
  data: {
    message: "pong";
    timestamp: string;
  };
  meta: Meta;
}

export interface Question {
  id: string;
  /** Today one of `short_text`, `long_text`, `number`, `yes_no`, `single_choice`, `multiple_choice`, `date`, `signature`, `identifier`; more may be added. */
  type: "short_text" | "long_text" | "number" | "yes_no" | "single_choice" | "multiple_choice" | "date" | "signature" | "identifier" | (string & {});
  label: string;
  help: string | null;
  is_required: boolean;
  position: "before" | "after";
  min: number | null;
  max: number | null;
  unit: string | null;
  options: Array<string>;
  pattern: string | null;
  show_if: {
    question_id: string;
    equals: string | number | boolean;
  } | null;
}

export interface ReadNotifications {
  /** The newest one that was seen. */
  up_to: string;
}

export interface Reminder {
  /** `not_opened` and `not_submitted`: so many hours after the customer was asked, unless the link was opened or the photos were submitted by then. `before_expiry`: so many hours before `expires_at`. Today one of `not_opened`, `not_submitted`, `before_expiry`; more may be added. */
  when: "not_opened" | "not_submitted" | "before_expiry" | (string & {});
  hours: number;
  /** When it will be sent, if there is still reason to. null if it was sent or will not be. */
  due_at: string | null;
}

export interface ReminderRule {
  /** `not_opened` and `not_submitted`: so many hours after the customer was asked, unless the link was opened or the photos were submitted by then. `before_expiry`: so many hours before `expires_at`. */
  when: "not_opened" | "not_submitted" | "before_expiry";
  hours: number;
}

export interface ReopenPhotoRequest {
  /** How long the link works again, from now on. */
  hours: number;
}

export interface ReplayDeliveries {
  /** Default: `failed`, `held` and `blocked`, all that did not arrive. */
  statuses?: Array<"due" | "held" | "delivered" | "failed" | "blocked"> | null;
  created_after?: string | null;
  created_before?: string | null;
}

export interface ReplayedDeliveries {
  /** How many are sent again. */
  count: number;
}

export interface Review {
  /** Today one of `pending`, `approved`, `changes_requested`, `rejected`; more may be added. */
  state: "pending" | "approved" | "changes_requested" | "rejected" | (string & {});
  /** The round that it is about. */
  round: number;
  decided_at: string | null;
  /** Email address of the member. null if it was decided by API. */
  decided_by: string | null;
  /** What was said about all of it. */
  message: string | null;
  /** The slots whose photos have to be taken again. */
  slots: Array<{
    slot_index: number;
    /** Today one of `blurred`, `too_dark`, `glare`, `cut_off`, `too_far`, `wrong_subject`, `not_readable`, `other`; more may be added. */
    reason: "blurred" | "too_dark" | "glare" | "cut_off" | "too_far" | "wrong_subject" | "not_readable" | "other" | (string & {});
    message: string | null;
  }>;
  /** The questions that have to be answered again. */
  questions: Array<{
    question_id: string;
    message: string | null;
  }>;
}

export interface ReviewDecision {
  decision: "approve" | "request_changes" | "reject";
  /** About all of it. Shown to the customer if you request changes, otherwise only to your team and integrations. */
  message?: string | null;
  /** If you request changes: the photos to take again. The others stay. */
  slots?: Array<AskedSlot> | null;
  /** If you request changes: the questions to answer again. The other answers stay. */
  questions?: Array<AskedQuestion> | null;
  /** If you request changes: how long the link stays open. Default: 168, or as long as it is open anyway. */
  expires_in_hours?: number | null;
  /** If you request changes: whether the customer gets an email. Default: true if the request has a `recipient_email`. */
  send_email?: boolean | null;
  /** If you request changes: whether the customer gets a message on the phone. Default: true if one was sent before. */
  send_sms?: boolean | null;
  /** The state you decide on. If someone else has decided meanwhile, your decision is refused with `review_conflict`. Without it, only what no one has decided yet can be decided; with it, a decision can be changed. */
  expected_state?: "pending" | "approved" | "changes_requested" | "rejected" | "none" | null;
}

export interface SlotImage {
  id: string;
  /** `example`: shows the customer what a good photo looks like. `guide`: an outline that lies over the camera’s picture, a PNG with a transparent background. Today one of `example`, `guide`; more may be added. */
  purpose: "example" | "guide" | (string & {});
  /** Public: whoever has the address can see the image. */
  url: string;
  width: number;
  height: number;
  bytes: number;
  created_at: string;
}

export interface Stats {
  plan: {
    /** Today one of `developer_free`, `starter`, `professional`, `enterprise`; more may be added. */
    id: "developer_free" | "starter" | "professional" | "enterprise" | (string & {});
    name: string;
    email_enabled: boolean;
    api_enabled: boolean;
    /** null: unlimited. */
    photos_limit: number | null;
    photos_per_request: number;
    /** null: unlimited. */
    permanent_links_limit: number | null;
    /** null: unlimited. */
    api_keys_limit: number | null;
  };
  usage: {
    photos_used: number;
    /** null: unlimited. */
    photos_limit: number | null;
    /** null: unlimited. */
    photos_remaining: number | null;
    /** Whether the quota is a lifetime total rather than monthly. */
    is_lifetime_quota: boolean;
    billing_period_start: string | null;
    billing_period_end: string | null;
  };
  photo_requests: {
    pending: number;
    in_progress: number;
    submitted: number;
    expired: number;
    canceled: number;
  };
  permanent_links: {
    total: number;
    /** Those a customer can use right now. */
    active: number;
    /** Visits to all of them with photos that haven’t been submitted yet. */
    draft_count: number;
    /** Storage used by their photos, in bytes. */
    draft_bytes: number;
  };
  /** Deliveries in the last 24 hours, by outcome. */
  webhooks: {
    delivered: number;
    failed: number;
    pending: number;
  };
}

export interface Status {
  /** Today one of `ok`, `degraded`; more may be added. */
  status: "ok" | "degraded" | (string & {});
  version: string;
  time: string;
  /** Dependencies that don’t respond; present only when the status is degraded. */
  problems?: Array<string>;
}

export interface SubmissionEventData {
  /** The photo request. */
  id: string;
  /** `permanent` if the customer came through a permanent link. Today one of `one_time`, `permanent`; more may be added. */
  type: "one_time" | "permanent" | (string & {});
  /** Text shown to the customer. */
  instructions: string;
  /** What the customer answered. Empty without questions. */
  answers: Array<Answer>;
  /** The photos that stand, in the order of the slots. Their `sealed_url` is null: photos are sealed right after the submission, and events don’t wait for that. */
  photos: Array<Photo>;
  /** When the customer submitted the photos. */
  submitted_at: string;
  /** 1, and one more for each time that you asked the customer for changes. */
  round: number;
  /** The permanent link that the customer came through. null for a one-time request. */
  permanent_link_id: string | null;
  /** Your own identifier, as you set it. */
  external_id: string | null;
  /** Your own key-value pairs, as you set them. */
  metadata: Record<string, string>;
}

export interface Template {
  id: string;
  name: string;
  is_archived: boolean;
  instructions: string;
  photo_slots: Array<PhotoSlot>;
  questions: Array<Question>;
  /** The texts in other languages, by language. A customer whose language is among them reads those. */
  translations: Record<string, Translation>;
  requires_review: boolean;
  evidence_policy: EvidencePolicy | null;
  return_url: string | null;
  cancel_url: string | null;
  metadata: Record<string, string>;
  expires_in_hours: number | null;
  expected_location: ExpectedLocation | null;
  reminders: Array<{
    /** `not_opened` and `not_submitted`: so many hours after the customer was asked, unless the link was opened or the photos were submitted by then. `before_expiry`: so many hours before `expires_at`. Today one of `not_opened`, `not_submitted`, `before_expiry`; more may be added. */
    when: "not_opened" | "not_submitted" | "before_expiry" | (string & {});
    hours: number;
  }>;
  locale: string | null;
  created_at: string;
  updated_at: string;
}

export interface TimelineEntry {
  at: string;
  /** Today one of `created`, `email_queued`, `email_sent`, `email_failed`, `phone_queued`, `phone_sent`, `phone_delivered`, `phone_failed`, `reminded`, `viewed`, `photo`, `refused`, `held`, `approved`, `rejected`, `submitted`, `changes_requested`, `expired`, `canceled`, `extended`, `assigned`, `unassigned`, `note`, `reopened`, `webhook`; more may be added. */
  kind: "created" | "email_queued" | "email_sent" | "email_failed" | "phone_queued" | "phone_sent" | "phone_delivered" | "phone_failed" | "reminded" | "viewed" | "photo" | "refused" | "held" | "approved" | "rejected" | "submitted" | "changes_requested" | "expired" | "canceled" | "extended" | "assigned" | "unassigned" | "note" | "reopened" | "webhook" | (string & {});
  /** Who did it, if it was a member. */
  by: string | null;
  /** Such as why an email failed, or which reminder was sent. */
  note: string | null;
  photo_id: string | null;
  /** A photo that the customer was asked to take again, and the checks that warned of it. */
  refused: {
    slot_index: number;
    checks: Array<"duplicate" | "stream" | "camera" | "page" | "clock" | "place" | "motion" | "screen" | "content" | "file" | "challenge" | (string & {})>;
  } | null;
  /** A webhook about it. */
  delivery: {
    id: string;
    endpoint_id: string;
    endpoint_name: string;
    event_type: string;
    /** Today one of `due`, `held`, `delivered`, `failed`, `blocked`; more may be added. */
    status: "due" | "held" | "delivered" | "failed" | "blocked" | (string & {});
    attempt_count: number;
  } | null;
  member_note: Note | null;
}

export interface Translation {
  instructions?: string | null;
  /** One for each of the `photo_slots`, in their order. null: not translated. */
  photo_slots?: Array<{
    instructions?: string | null;
    hint?: string | null;
  } | null> | null;
  /** By the id of the question. */
  questions?: Record<string, {
    label?: string | null;
    help?: string | null;
    unit?: string | null;
    /** As many as the question has, in its order. Answers are told in the question’s own words. */
    options?: Array<string> | null;
  }> | null;
}

export interface UnreadNotifications {
  /** Counted up to 100. */
  unread: number;
}

export interface UpdateNote {
  text?: string;
  /** The `id` of each member who is told of it. */
  mentions?: Array<string> | null;
}

export interface UpdateNotificationChoices {
  submitted?: ChooseNotification;
  review?: ChooseNotification;
  mentioned?: ChooseNotification;
  endpoint_failing?: ChooseNotification;
  archive_failing?: ChooseNotification;
  quota?: ChooseNotification;
}

export interface UpdatePermanentLink {
  /** A name for the link. */
  name?: string;
  /** The readable part of the link’s address. Must be unique on this server. */
  slug?: string;
  /** Text shown to the customer. */
  instructions?: string;
  photo_slots?: Array<NewPhotoSlot>;
  is_active?: boolean;
  /** When the link closes. null: never. */
  expires_at?: string | null;
  /** Maximum number of submissions. null: no limit. */
  max_submissions?: number | null;
  /** Maximum number of submissions per IP address (IPv6: per /64 network) within 24 hours. null: the default limits. */
  daily_limit_per_address?: number | null;
  /** Visitors must enter this code before they can send photos. null: no code. Not case-sensitive. Never returned. */
  access_code?: string | null;
  /** Whether submissions are held until a member approves them in the web application. A held submission uses no quota, sends no event and appears in no list. */
  requires_approval?: boolean;
  /** Whether your team decides about each submission, as in a photo request. */
  requires_review?: boolean;
  questions?: Array<NewQuestion>;
  /** The texts in other languages, by language. A customer whose language is among them reads those. */
  translations?: Record<string, Translation> | null;
  /** What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts. */
  evidence_policy?: EvidencePolicy | null;
  /** Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test. */
  return_url?: string | null;
  /** Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test. */
  cancel_url?: string | null;
  metadata?: Record<string, string>;
}

export interface UpdateTemplate {
  /** A name for your team. Customers do not see it. */
  name?: string;
  /** Text shown to the customer. */
  instructions?: string;
  /** An archived template stays readable, but nothing can be created from it. */
  is_archived?: boolean;
  /** Specific photos to request, one per slot. */
  photo_slots?: Array<NewPhotoSlot> | null;
  /** Questions for the customer, beside the photos. */
  questions?: Array<NewQuestion> | null;
  /** The texts in other languages, by language. A customer whose language is among them reads those. */
  translations?: Record<string, Translation> | null;
  /** Whether your team decides about each submission: `review.state` is `pending` until then. Default: false. */
  requires_review?: boolean | null;
  /** What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts. */
  evidence_policy?: EvidencePolicy | null;
  /** Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test. */
  return_url?: string | null;
  /** Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test. */
  cancel_url?: string | null;
  /** Up to 20 key-value pairs of strings, returned unchanged. */
  metadata?: Record<string, string> | null;
  /** How long the request stays open; sets `expires_at`. Default: 168. */
  expires_in_hours?: number | null;
  /** Where the photos should be taken. A photo from elsewhere gets a warning. */
  expected_location?: {
    lat: number;
    lng: number;
    /** How far from there a photo may be taken, in meters. */
    radius_m: number;
  } | null;
  /** When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`. */
  reminders?: Array<ReminderRule> | null;
  /** Language of the customer’s page. Default: en. */
  locale?: string | null;
}

export interface UpdateWebhookEndpoint {
  /** Where events are sent. HTTPS, unless the operator allows otherwise. */
  url?: string;
  /** A name for your own use. Default: the hostname. */
  name?: string;
  events?: Array<"photo_request.submitted" | "photo_submission.created" | "photo_request.created" | "photo_request.first_viewed" | "photo_request.viewed" | "photo_request.reminded" | "photo_request.approved" | "photo_request.changes_requested" | "photo_request.rejected" | "photo_request.canceled" | "photo_request.expired" | "photo_request.deleted">;
  /** While off, nothing is sent. On again, what is held stays held until you replay it, and the count of failures starts again. */
  is_active?: boolean;
}

export interface WebhookAttemptOutcome {
  /** Today one of `delivered`, `answered_badly`, `timed_out`, `unreachable`, `blocked`; more may be added. */
  outcome: "delivered" | "answered_badly" | "timed_out" | "unreachable" | "blocked" | (string & {});
  /** The HTTP status of the response, if there was one. */
  status_code: number | null;
  /** Why there was no response. */
  error: string | null;
}

export interface WebhookDelivery {
  id: string;
  /** As in `X-Webhook-ID` and in `GET /events`. */
  event_id: string;
  /** Today one of `photo_request.submitted`, `photo_submission.created`, `photo_request.created`, `photo_request.first_viewed`, `photo_request.viewed`, `photo_request.reminded`, `photo_request.approved`, `photo_request.changes_requested`, `photo_request.rejected`, `photo_request.canceled`, `photo_request.expired`, `photo_request.deleted`, `webhook.test`; more may be added. */
  event: "photo_request.submitted" | "photo_submission.created" | "photo_request.created" | "photo_request.first_viewed" | "photo_request.viewed" | "photo_request.reminded" | "photo_request.approved" | "photo_request.changes_requested" | "photo_request.rejected" | "photo_request.canceled" | "photo_request.expired" | "photo_request.deleted" | "webhook.test" | (string & {});
  /** `null` for a test event. */
  photo_request_id: string | null;
  /** `due`: sent soon or tried again; `held`: waits until you replay it; `failed`: every attempt failed; `blocked`: the address is not allowed. Today one of `due`, `held`, `delivered`, `failed`, `blocked`; more may be added. */
  status: "due" | "held" | "delivered" | "failed" | "blocked" | (string & {});
  attempt_count: number;
  /** An attempt is running right now. */
  is_under_way: boolean;
  next_attempt_at: string | null;
  last_attempt: WebhookAttemptOutcome | null;
  created_at: string;
  finished_at: string | null;
}

export interface WebhookDeliveryDetail {
  id: string;
  /** As in `X-Webhook-ID` and in `GET /events`. */
  event_id: string;
  /** Today one of `photo_request.submitted`, `photo_submission.created`, `photo_request.created`, `photo_request.first_viewed`, `photo_request.viewed`, `photo_request.reminded`, `photo_request.approved`, `photo_request.changes_requested`, `photo_request.rejected`, `photo_request.canceled`, `photo_request.expired`, `photo_request.deleted`, `webhook.test`; more may be added. */
  event: "photo_request.submitted" | "photo_submission.created" | "photo_request.created" | "photo_request.first_viewed" | "photo_request.viewed" | "photo_request.reminded" | "photo_request.approved" | "photo_request.changes_requested" | "photo_request.rejected" | "photo_request.canceled" | "photo_request.expired" | "photo_request.deleted" | "webhook.test" | (string & {});
  /** `null` for a test event. */
  photo_request_id: string | null;
  /** `due`: sent soon or tried again; `held`: waits until you replay it; `failed`: every attempt failed; `blocked`: the address is not allowed. Today one of `due`, `held`, `delivered`, `failed`, `blocked`; more may be added. */
  status: "due" | "held" | "delivered" | "failed" | "blocked" | (string & {});
  attempt_count: number;
  /** An attempt is running right now. */
  is_under_way: boolean;
  next_attempt_at: string | null;
  last_attempt: WebhookAttemptOutcome | null;
  created_at: string;
  finished_at: string | null;
  /** The API call that caused the event, if one did. */
  request_id: string | null;
  /** The exact bytes that are signed and sent. */
  body: string;
  attempts: Array<{
    number: number;
    /** Today one of `delivered`, `answered_badly`, `timed_out`, `unreachable`, `blocked`; more may be added. */
    outcome: "delivered" | "answered_badly" | "timed_out" | "unreachable" | "blocked" | (string & {});
    /** The HTTP status of the response, if there was one. */
    status_code: number | null;
    /** Why there was no response. */
    error: string | null;
    /** The IP address that was connected to. */
    address: string | null;
    /** How the body of the response begins. */
    response_body: string | null;
    duration_ms: number;
    started_at: string;
  }>;
}

export interface WebhookEndpoint {
  id: string;
  name: string;
  url: string;
  events: Array<"photo_request.submitted" | "photo_submission.created" | "photo_request.created" | "photo_request.first_viewed" | "photo_request.viewed" | "photo_request.reminded" | "photo_request.approved" | "photo_request.changes_requested" | "photo_request.rejected" | "photo_request.canceled" | "photo_request.expired" | "photo_request.deleted" | (string & {})>;
  /** Whose events it gets: those of your key’s environment, or of both if it was created in the web application. Today one of `live`, `test`, `both`; more may be added. */
  serves: "live" | "test" | "both" | (string & {});
  is_active: boolean;
  /** Why it is off: `manual`: someone turned it off, `gone`: it returned 410, `failing`: it failed for five days. */
  disabled_reason: "manual" | "gone" | "failing" | (string & {}) | null;
  /** A new secret signs too, and waits to be activated. */
  is_rotating: boolean;
  /** Failed attempts since the last success. */
  failures: number;
  failing_since: string | null;
  /** Nothing is sent until then, after too many failures. */
  paused_until: string | null;
  last_success_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface WebhookEndpointDetail {
  id: string;
  name: string;
  url: string;
  events: Array<"photo_request.submitted" | "photo_submission.created" | "photo_request.created" | "photo_request.first_viewed" | "photo_request.viewed" | "photo_request.reminded" | "photo_request.approved" | "photo_request.changes_requested" | "photo_request.rejected" | "photo_request.canceled" | "photo_request.expired" | "photo_request.deleted" | (string & {})>;
  /** Whose events it gets: those of your key’s environment, or of both if it was created in the web application. Today one of `live`, `test`, `both`; more may be added. */
  serves: "live" | "test" | "both" | (string & {});
  is_active: boolean;
  /** Why it is off: `manual`: someone turned it off, `gone`: it returned 410, `failing`: it failed for five days. */
  disabled_reason: "manual" | "gone" | "failing" | (string & {}) | null;
  /** A new secret signs too, and waits to be activated. */
  is_rotating: boolean;
  /** Failed attempts since the last success. */
  failures: number;
  failing_since: string | null;
  /** Nothing is sent until then, after too many failures. */
  paused_until: string | null;
  last_success_at: string | null;
  created_at: string;
  updated_at: string;
  /** Deliveries that wait until you replay them. */
  held_count: number;
}

export interface WebhookEndpointWithSecret {
  id: string;
  name: string;
  url: string;
  events: Array<"photo_request.submitted" | "photo_submission.created" | "photo_request.created" | "photo_request.first_viewed" | "photo_request.viewed" | "photo_request.reminded" | "photo_request.approved" | "photo_request.changes_requested" | "photo_request.rejected" | "photo_request.canceled" | "photo_request.expired" | "photo_request.deleted" | (string & {})>;
  /** Whose events it gets: those of your key’s environment, or of both if it was created in the web application. Today one of `live`, `test`, `both`; more may be added. */
  serves: "live" | "test" | "both" | (string & {});
  is_active: boolean;
  /** Why it is off: `manual`: someone turned it off, `gone`: it returned 410, `failing`: it failed for five days. */
  disabled_reason: "manual" | "gone" | "failing" | (string & {}) | null;
  /** A new secret signs too, and waits to be activated. */
  is_rotating: boolean;
  /** Failed attempts since the last success. */
  failures: number;
  failing_since: string | null;
  /** Nothing is sent until then, after too many failures. */
  paused_until: string | null;
  last_success_at: string | null;
  created_at: string;
  updated_at: string;
  /** Shown only here. Store it like a password. */
  signing_secret: string;
}

/** You sent a test event. It needs no subscription, and its links lead to a sample photo. */
export interface WebhookTestEvent {
  /** What happened. The same is in the `X-Webhook-Event` header. */
  event: "webhook.test";
  /** When it happened. */
  timestamp: string;
  environment: "live" | "test";
  data: SubmissionEventData;
}

export interface WebhookTestResult {
  event_id: string;
  delivery_id: string;
  /** Today one of `delivered`, `answered_badly`, `timed_out`, `unreachable`, `blocked`; more may be added. */
  outcome: "delivered" | "answered_badly" | "timed_out" | "unreachable" | "blocked" | (string & {});
  /** The HTTP status of the response, if there was one. */
  status_code: number | null;
  /** Why there was no response. */
  error: string | null;
  /** The IP address that was connected to. */
  address: string | null;
  /** How the body of the response begins. */
  response_body: string | null;
  duration_ms: number;
}

/** What a deleted object leaves. */
export interface Deleted {
  id: string;
  deleted: true;
}

export interface ListPhotoRequestsQuery {
  /** How many entries a page has. Default: 20. */
  limit?: number;
  /** The `next_cursor` from the previous page. */
  cursor?: string;
  /** Only those in this status. */
  status?: "pending" | "in_progress" | "submitted" | "expired" | "canceled";
  /** `permanent`: submissions through permanent links. */
  type?: "one_time" | "permanent";
  /** Only submissions through this permanent link. */
  permanent_link_id?: string;
  /** Only those with this identifier of your own. */
  external_id?: string;
  /** Whether a check warned of one of its photos. */
  has_warnings?: "true" | "false";
  /** Whether the customer has submitted it and it waits for review. */
  is_held?: "true" | "false";
  /** Whether your team has yet to decide about it: `review.state` is `pending`, or it is held (`is_held`). */
  needs_review?: "true" | "false";
  /** Created at this time or later. */
  created_after?: string;
  /** Created before this time. */
  created_before?: string;
  /** By time of creation. `asc`: oldest first. Default: `desc`. Not `asc` together with `search`. */
  order?: "asc" | "desc";
  /** An id, a code, or any part of an external id, of the recipient’s email address or of an answer. A page may hold fewer matches than `limit`, or none, while `has_more` is true. */
  search?: string;
  /** Only those that this member takes care of. */
  assignee_id?: string;
  /** `team`: as your team sees them in the web application. `items` then has also photos that wait for review, and there are `assignee`, `unsent_photos` and `wanted_photos`. */
  view?: "team";
}

export interface DownloadPhotosPhotoRequestsQuery {
  /** `sealed`: the photos with content credentials. */
  photos?: "original" | "sealed";
}

export interface ListPermanentLinksQuery {
  /** How many entries a page has. Default: 20. */
  limit?: number;
  /** The `next_cursor` from the previous page. */
  cursor?: string;
  /** Created at this time or later. */
  created_after?: string;
  /** Created before this time. */
  created_before?: string;
}

export interface ListTemplatesQuery {
  /** How many entries a page has. Default: 20. */
  limit?: number;
  /** The `next_cursor` from the previous page. */
  cursor?: string;
  /** Only those that are, or are not. */
  is_archived?: "true" | "false";
}

export interface ListSlotImagesQuery {
  /** How many entries a page has. Default: 20. */
  limit?: number;
  /** The `next_cursor` from the previous page. */
  cursor?: string;
  /** `example`: shows the customer what a good photo looks like. `guide`: an outline that lies over the camera’s picture, a PNG with a transparent background. */
  purpose?: "example" | "guide";
}

export interface CreateSlotImagesQuery {
  /** `example`: shows the customer what a good photo looks like. `guide`: an outline that lies over the camera’s picture, a PNG with a transparent background. */
  purpose: "example" | "guide";
}

export interface ListMembersQuery {
  /** How many entries a page has. Default: 20. */
  limit?: number;
  /** The `next_cursor` from the previous page. */
  cursor?: string;
}

export interface ListNotificationsMembersQuery {
  /** How many entries a page has. Default: 20. */
  limit?: number;
  /** The `next_cursor` from the previous page. */
  cursor?: string;
}

export interface ListWebhookEndpointsQuery {
  /** How many entries a page has. Default: 20. */
  limit?: number;
  /** The `next_cursor` from the previous page. */
  cursor?: string;
}

export interface ListDeliveriesWebhookEndpointsQuery {
  /** How many entries a page has. Default: 20. */
  limit?: number;
  /** The `next_cursor` from the previous page. */
  cursor?: string;
  /** Only those in this status. */
  status?: "due" | "held" | "delivered" | "failed" | "blocked";
  /** Only those of this event. */
  event?: "photo_request.submitted" | "photo_submission.created" | "photo_request.created" | "photo_request.first_viewed" | "photo_request.viewed" | "photo_request.reminded" | "photo_request.approved" | "photo_request.changes_requested" | "photo_request.rejected" | "photo_request.canceled" | "photo_request.expired" | "photo_request.deleted" | "webhook.test";
  /** Only those about this photo request. */
  photo_request_id?: string;
  /** Created at this time or later. */
  created_after?: string;
  /** Created before this time. */
  created_before?: string;
}

export interface ListEventsQuery {
  /** How many entries a page has. Default: 20. */
  limit?: number;
  /** The `next_cursor` from the previous page. */
  cursor?: string;
  /** Only events of this type. */
  event?: "photo_request.submitted" | "photo_submission.created" | "photo_request.created" | "photo_request.first_viewed" | "photo_request.viewed" | "photo_request.reminded" | "photo_request.approved" | "photo_request.changes_requested" | "photo_request.rejected" | "photo_request.canceled" | "photo_request.expired" | "photo_request.deleted";
  /** Only what happened to this photo request. */
  photo_request_id?: string;
  /** Happened at this time or later. */
  created_after?: string;
  /** Happened before this time. */
  created_before?: string;
  /** Only what happened after the event with this id: the last one that you have handled. It need not be there anymore. */
  after?: string;
  /** `asc`: oldest first, 30 seconds after the event, so that nothing can come in before what you have read. Default: `desc`. */
  order?: "asc" | "desc";
}
