# Made from docs/openapi.json by `npm run sdks`; changes are lost.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

__all__ = [
    "AccessCode",
    "Answer",
    "AskedQuestion",
    "AskedSlot",
    "AssignPhotoRequest",
    "Assignee",
    "Assignment",
    "ChangeEventData",
    "ChangeReminders",
    "ChooseNotification",
    "CreateNote",
    "CreatePermanentLink",
    "CreatePhotoRequest",
    "CreatePhotoRequestExpectedLocation",
    "CreateTemplate",
    "CreateTemplateExpectedLocation",
    "CreateWebhookEndpoint",
    "DecidedSubmission",
    "DuplicateTemplate",
    "Event",
    "EvidencePolicy",
    "EvidencePolicyChecks",
    "ExpectedLocation",
    "ExtendPhotoRequest",
    "Finding",
    "HeldSubmission",
    "HeldSubmissionPhoto",
    "Member",
    "Meta",
    "NewPhotoSlot",
    "NewQuestion",
    "NewQuestionShowIf",
    "Note",
    "Notification",
    "NotificationRequest",
    "NotificationEndpoint",
    "NotificationArchive",
    "NotificationChoice",
    "NotificationChoices",
    "PageMeta",
    "PermanentLink",
    "PermanentLinkLastAlert",
    "Photo",
    "PhotoMetadata",
    "PhotoRequest",
    "PhotoRequestApprovedEvent",
    "PhotoRequestCanceledEvent",
    "PhotoRequestChangesRequestedEvent",
    "PhotoRequestCreatedEvent",
    "PhotoRequestDeletedEvent",
    "PhotoRequestExpiredEvent",
    "PhotoRequestFirstViewedEvent",
    "PhotoRequestRejectedEvent",
    "PhotoRequestRemindedEvent",
    "PhotoRequestSubmittedEvent",
    "PhotoRequestViewedEvent",
    "PhotoSlot",
    "PhotoSubmissionCreatedEvent",
    "Ping",
    "PingData",
    "Question",
    "QuestionShowIf",
    "ReadNotifications",
    "Reminder",
    "ReminderRule",
    "ReopenPhotoRequest",
    "ReplayDeliveries",
    "ReplayedDeliveries",
    "Review",
    "ReviewSlot",
    "ReviewQuestion",
    "ReviewDecision",
    "SlotImage",
    "Stats",
    "StatsPlan",
    "StatsUsage",
    "StatsPhotoRequests",
    "StatsPermanentLinks",
    "StatsWebhooks",
    "Status",
    "SubmissionEventData",
    "Template",
    "TemplateReminder",
    "TimelineEntry",
    "TimelineEntryRefused",
    "TimelineEntryDelivery",
    "Translation",
    "TranslationPhotoSlot",
    "TranslationQuestion",
    "UnreadNotifications",
    "UpdateNote",
    "UpdateNotificationChoices",
    "UpdatePermanentLink",
    "UpdateTemplate",
    "UpdateTemplateExpectedLocation",
    "UpdateWebhookEndpoint",
    "WebhookAttemptOutcome",
    "WebhookDelivery",
    "WebhookDeliveryDetail",
    "WebhookDeliveryDetailAttempt",
    "WebhookEndpoint",
    "WebhookEndpointDetail",
    "WebhookEndpointWithSecret",
    "WebhookTestEvent",
    "WebhookTestResult",
    "Deleted",
]


class AccessCode(TypedDict):
    access_code: str | None


class Answer(TypedDict):
    question_id: str
    type: Literal["short_text", "long_text", "number", "yes_no", "single_choice", "multiple_choice", "date", "signature", "identifier"] | str
    """Today one of `short_text`, `long_text`, `number`, `yes_no`, `single_choice`, `multiple_choice`, `date`, `signature`, `identifier`; more may be added."""
    label: str
    value: str | float | bool | list[str]
    """Text, a number, true or false, an option, a list of options, or a date such as 2026-01-31. A signature is the typed name, or an SVG picture of what was drawn."""


class AskedQuestion(TypedDict):
    question_id: str
    message: NotRequired[str | None]
    """What is wrong with the answer."""


class AskedSlot(TypedDict):
    slot_index: int
    """The slot whose photos have to be taken again. Without slots: the number of the photo, from 0 on."""
    reason: NotRequired[Literal["blurred", "too_dark", "glare", "cut_off", "too_far", "wrong_subject", "not_readable", "other"] | None]
    """Shown to the customer in their own language. Default: `other`, which shows only your message."""
    message: NotRequired[str | None]
    """What is wrong, in your own words."""


class AssignPhotoRequest(TypedDict):
    user_id: str | None
    """The `id` of the member. null: no one takes care of it."""


class Assignee(TypedDict):
    user_id: str
    """The `id` of the member."""
    email: str
    name: str | None


class Assignment(TypedDict):
    assignee: Assignee | None


class ChangeEventData(TypedDict):
    id: str
    """The photo request."""
    type: Literal["one_time", "permanent"] | str
    """`permanent` if the customer came through a permanent link. Today one of `one_time`, `permanent`; more may be added."""
    instructions: str
    """Text shown to the customer."""
    unique_code: str
    """Short code for manual entry."""
    request_url: str
    """Link to share with the customer."""
    created_at: str
    expires_at: str
    first_viewed_at: str | None
    """When the customer opened the page for the first time."""
    submitted_at: str | None
    """When the customer submitted the photos."""
    review: Review | None
    """What your team decided about the latest submission. null if no one has to and no one did."""
    reminder_count: int
    """How many reminders were sent."""
    reminded_at: str | None
    """When the last one was sent."""
    permanent_link_id: str | None
    """The permanent link that the customer came through. null for a one-time request."""
    external_id: str | None
    """Your own identifier, as you set it."""
    metadata: dict[str, str]
    """Your own key-value pairs, as you set them."""


class ChangeReminders(TypedDict):
    reminders: list[ReminderRule]
    time_zone: NotRequired[str | None]
    """The customer’s time zone. null: that of your workspace."""


class ChooseNotification(TypedDict):
    app: bool
    """In the web application."""
    email: Literal["now", "digest", "off"]


class CreateNote(TypedDict):
    text: str
    mentions: NotRequired[list[str] | None]
    """The `id` of each member who is told of it."""


class CreatePermanentLink(TypedDict):
    """`name`, `instructions` or `template_id` is required. If name or instructions are missing, they are copied from one another."""
    name: NotRequired[str | None]
    """A name for the link."""
    slug: NotRequired[str | None]
    """The readable part of the link’s address. Must be unique on this server."""
    instructions: NotRequired[str | None]
    """Text shown to the customer."""
    template_id: NotRequired[str | None]
    """A template that fills in what you leave out. Later changes of the template do not change what was created from it."""
    photo_slots: NotRequired[list[NewPhotoSlot] | None]
    """Specific photos to request, one per slot."""
    questions: NotRequired[list[NewQuestion] | None]
    """Questions for the customer, beside the photos."""
    translations: NotRequired[dict[str, Translation] | None]
    """The texts in other languages, by language. A customer whose language is among them reads those."""
    requires_review: NotRequired[bool | None]
    """Whether your team decides about each submission: `review.state` is `pending` until then. Default: false."""
    evidence_policy: NotRequired[EvidencePolicy | None]
    """What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts."""
    return_url: NotRequired[str | None]
    """Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test."""
    cancel_url: NotRequired[str | None]
    """Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test."""
    metadata: NotRequired[dict[str, str] | None]
    """Up to 20 key-value pairs of strings, returned unchanged."""
    is_active: NotRequired[bool | None]
    expires_at: NotRequired[str | None]
    """When the link closes. null: never."""
    max_submissions: NotRequired[int | None]
    """Maximum number of submissions. null: no limit."""
    daily_limit_per_address: NotRequired[int | None]
    """Maximum number of submissions per IP address (IPv6: per /64 network) within 24 hours. null: the default limits."""
    access_code: NotRequired[str | None]
    """Visitors must enter this code before they can send photos. null: no code. Not case-sensitive. Never returned."""
    requires_approval: NotRequired[bool | None]
    """Whether submissions are held until a member approves them in the web application. A held submission uses no quota, sends no event and appears in no list."""


class CreatePhotoRequest(TypedDict):
    """`instructions` or `template_id` is required, and `recipient_email` if there is `send_email` or any of the `reminders`."""
    template_id: NotRequired[str | None]
    """A template that fills in what you leave out. Later changes of the template do not change what was created from it."""
    instructions: NotRequired[str | None]
    """Text shown to the customer. Required unless a template brings it."""
    photo_slots: NotRequired[list[NewPhotoSlot] | None]
    """Specific photos to request, one per slot."""
    questions: NotRequired[list[NewQuestion] | None]
    """Questions for the customer, beside the photos."""
    translations: NotRequired[dict[str, Translation] | None]
    """The texts in other languages, by language. A customer whose language is among them reads those."""
    requires_review: NotRequired[bool | None]
    """Whether your team decides about each submission: `review.state` is `pending` until then. Default: false."""
    evidence_policy: NotRequired[EvidencePolicy | None]
    """What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts."""
    return_url: NotRequired[str | None]
    """Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test."""
    cancel_url: NotRequired[str | None]
    """Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test."""
    metadata: NotRequired[dict[str, str] | None]
    """Up to 20 key-value pairs of strings, returned unchanged."""
    expires_in_hours: NotRequired[int | None]
    """How long the request stays open; sets `expires_at`. Default: 168."""
    expected_location: NotRequired[CreatePhotoRequestExpectedLocation | None]
    """Where the photos should be taken. A photo from elsewhere gets a warning."""
    reminders: NotRequired[list[ReminderRule] | None]
    """When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`."""
    locale: NotRequired[str | None]
    """Language of the customer’s page. Default: en."""
    recipient_email: NotRequired[str | None]
    """The customer’s email address. Not allowed on the free plan."""
    send_email: NotRequired[bool | None]
    """Email the link to `recipient_email`, which is then required. Not allowed on the free plan."""
    recipient_phone: NotRequired[str | None]
    """The customer’s phone number with its country code. Stored and returned as E.164."""
    send_sms: NotRequired[bool | None]
    """Send the link to `recipient_phone`, which is then required. Not allowed on the free plan."""
    phone_channel: NotRequired[Literal["sms", "whatsapp"] | None]
    """How messages reach the phone. Default: `sms`."""
    external_id: NotRequired[str | None]
    """Your own identifier. You can filter lists by it."""
    time_zone: NotRequired[str | None]
    """The customer’s time zone, for the hours of reminders. Default: that of your workspace."""


class CreatePhotoRequestExpectedLocation(TypedDict):
    lat: float
    lng: float
    radius_m: float
    """How far from there a photo may be taken, in meters."""


class CreateTemplate(TypedDict):
    name: str
    """A name for your team. Customers do not see it."""
    instructions: str
    """Text shown to the customer."""
    photo_slots: NotRequired[list[NewPhotoSlot] | None]
    """Specific photos to request, one per slot."""
    questions: NotRequired[list[NewQuestion] | None]
    """Questions for the customer, beside the photos."""
    translations: NotRequired[dict[str, Translation] | None]
    """The texts in other languages, by language. A customer whose language is among them reads those."""
    requires_review: NotRequired[bool | None]
    """Whether your team decides about each submission: `review.state` is `pending` until then. Default: false."""
    evidence_policy: NotRequired[EvidencePolicy | None]
    """What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts."""
    return_url: NotRequired[str | None]
    """Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test."""
    cancel_url: NotRequired[str | None]
    """Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test."""
    metadata: NotRequired[dict[str, str] | None]
    """Up to 20 key-value pairs of strings, returned unchanged."""
    expires_in_hours: NotRequired[int | None]
    """How long the request stays open; sets `expires_at`. Default: 168."""
    expected_location: NotRequired[CreateTemplateExpectedLocation | None]
    """Where the photos should be taken. A photo from elsewhere gets a warning."""
    reminders: NotRequired[list[ReminderRule] | None]
    """When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`."""
    locale: NotRequired[str | None]
    """Language of the customer’s page. Default: en."""


class CreateTemplateExpectedLocation(TypedDict):
    lat: float
    lng: float
    radius_m: float
    """How far from there a photo may be taken, in meters."""


class CreateWebhookEndpoint(TypedDict):
    url: str
    """Where events are sent. HTTPS, unless the operator allows otherwise."""
    name: NotRequired[str | None]
    """A name for your own use. Default: the hostname."""
    events: NotRequired[list[Literal["photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted"]] | None]
    """Default: `photo_request.submitted`."""
    is_active: NotRequired[bool | None]


class DecidedSubmission(TypedDict):
    id: str


class DuplicateTemplate(TypedDict):
    name: NotRequired[str | None]
    """Default: the name of the template, with “copy” behind it."""


class Event(TypedDict):
    """The body that its webhook has or would have had, and its id. Links to photos are fresh ones. What an earlier release stored can lack fields that came later."""
    id: str
    """The same as `X-Webhook-ID` of its webhook."""
    event: Literal["photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted"] | str
    """What happened. Today one of `photo_request.submitted`, `photo_submission.created`, `photo_request.created`, `photo_request.first_viewed`, `photo_request.viewed`, `photo_request.reminded`, `photo_request.approved`, `photo_request.changes_requested`, `photo_request.rejected`, `photo_request.canceled`, `photo_request.expired`, `photo_request.deleted`; more may be added."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: SubmissionEventData | ChangeEventData


class EvidencePolicy(TypedDict):
    checks: NotRequired[EvidencePolicyChecks]
    challenge: NotRequired[Literal["off", "on_warning", "always"]]


class EvidencePolicyChecks(TypedDict):
    duplicate: NotRequired[Literal["inform", "hold", "refuse"]]
    stream: NotRequired[Literal["inform", "hold", "refuse"]]
    camera: NotRequired[Literal["inform", "hold", "refuse"]]
    page: NotRequired[Literal["inform", "hold", "refuse"]]
    clock: NotRequired[Literal["inform", "hold", "refuse"]]
    place: NotRequired[Literal["inform", "hold", "refuse"]]
    motion: NotRequired[Literal["inform", "hold", "refuse"]]
    screen: NotRequired[Literal["inform", "hold", "refuse"]]
    content: NotRequired[Literal["inform", "hold", "refuse"]]
    file: NotRequired[Literal["inform", "hold", "refuse"]]
    challenge: NotRequired[Literal["inform", "hold", "refuse"]]


class ExpectedLocation(TypedDict):
    lat: float
    lng: float
    radius_m: float


class ExtendPhotoRequest(TypedDict):
    hours: int
    """Added to the time the request has left; counted from now if it has expired."""


class Finding(TypedDict):
    check: Literal["duplicate", "stream", "camera", "page", "clock", "place", "motion", "screen", "content", "file", "challenge"] | str
    """Today one of `duplicate`, `stream`, `camera`, `page`, `clock`, `place`, `motion`, `screen`, `content`, `file`, `challenge`; more may be added."""
    result: Literal["pass", "warn", "unknown"] | str
    """`warn`: look at the photo. `unknown`: the device or the photo gave too little to tell. Today one of `pass`, `warn`, `unknown`; more may be added."""
    message: str
    """One sentence in English."""
    figures: dict[str, float | str | bool]
    """The numbers and names behind it. Which ones there are depends on the check."""


class HeldSubmission(TypedDict):
    id: str
    unique_code: str
    held_at: str
    """When the customer submitted it."""
    expires_at: str
    """When it is deleted if no one decides."""
    photos: list[HeldSubmissionPhoto]


class HeldSubmissionPhoto(TypedDict):
    id: str
    slot_instructions: str | None
    url: str
    thumbnail_url: str
    evidence: list[Finding]


class Member(TypedDict):
    id: str
    """Names the member as assignee and in mentions."""
    email: str
    name: str | None
    role: Literal["owner", "admin", "member", "viewer"] | str
    """Today one of `owner`, `admin`, `member`, `viewer`; more may be added."""
    joined_at: str


class Meta(TypedDict):
    request_id: str
    """Identifier of this API call, also sent in the `X-Request-Id` header."""
    warnings: NotRequired[list[str]]
    """Unknown fields and query parameters that were ignored."""


class NewPhotoSlot(TypedDict):
    instructions: str
    """What the customer should photograph in this slot."""
    is_required: NotRequired[bool | None]
    """Whether the slot must be filled. Default: true."""
    hint: NotRequired[str | None]
    """How to take this photo, in more words. Shown beside the camera."""
    min_photos: NotRequired[int | None]
    """How many photos the slot needs once it is used. Default: 1."""
    max_photos: NotRequired[int | None]
    """How many photos the slot takes. Default: `min_photos`."""
    guide: NotRequired[Literal["frame", "card", "document", "car_front", "car_side", "car_rear", "car_corner", "meter"] | None]
    """An outline to draw over the camera’s picture."""
    guide_image_id: NotRequired[str | None]
    """An outline of your own, uploaded with `purpose=guide`. Not together with `guide`."""
    example_image_id: NotRequired[str | None]
    """A picture of what a good photo looks like, uploaded with `purpose=example`."""


class NewQuestion(TypedDict):
    id: NotRequired[str | None]
    """By which you find the answer. Default: `q1` for the first question, and so on."""
    type: Literal["short_text", "long_text", "number", "yes_no", "single_choice", "multiple_choice", "date", "signature", "identifier"]
    """`identifier` is for permanent links: the answer becomes the `external_id`."""
    label: str
    """What the customer is asked."""
    help: NotRequired[str | None]
    """Shown below the question."""
    is_required: NotRequired[bool | None]
    """Default: true."""
    position: NotRequired[Literal["before", "after"] | None]
    """Before the photos or after them. Default: `after`."""
    min: NotRequired[float | None]
    """The smallest number that is accepted."""
    max: NotRequired[float | None]
    """The largest number that is accepted."""
    unit: NotRequired[str | None]
    """Shown after the number, such as km."""
    options: NotRequired[list[str] | None]
    """The options of a choice, at least two."""
    pattern: NotRequired[str | None]
    """A regular expression that the whole identifier must match, such as `[A-Z]{2}-[0-9]{5}`."""
    show_if: NotRequired[NewQuestionShowIf | None]
    """Ask only if an earlier question has this answer."""


class NewQuestionShowIf(TypedDict):
    question_id: str
    """An earlier question."""
    equals: bool | float | str
    """The answer that it must have; of several choices, one that must be among them."""


class Note(TypedDict):
    id: str
    author_id: str
    """The `id` of the member, or that of the API key."""
    author: str
    """Email address of the author, or name of the API key, when it was written."""
    text: str
    mentions: list[str]
    """The members who are mentioned."""
    created_at: str
    edited_at: str | None


class Notification(TypedDict):
    id: str
    kind: Literal["submitted", "review", "mentioned", "assigned", "endpoint_failing", "archive_failing", "quota"] | str
    """Today one of `submitted`, `review`, `mentioned`, `assigned`, `endpoint_failing`, `archive_failing`, `quota`; more may be added."""
    at: str
    is_read: bool
    by: str | None
    """The member who did it, or the API key."""
    request: NotificationRequest | None
    """The photo request that it is about."""
    endpoint: NotificationEndpoint | None
    """The webhook endpoint that it is about."""
    archive: NotificationArchive | None
    """The archive that it is about."""
    percent: int | None
    """How much of the quota is used."""


class NotificationRequest(TypedDict):
    id: str
    unique_code: str
    held_at_link: str | None
    """The permanent link where the submission waits for approval."""


class NotificationEndpoint(TypedDict):
    id: str
    name: str


class NotificationArchive(TypedDict):
    name: str
    is_given_up: bool
    """Whether files are not tried any more."""


class NotificationChoice(TypedDict):
    app: bool
    """In the web application."""
    email: Literal["now", "digest", "off"] | str
    """By email. Today one of `now`, `digest`, `off`; more may be added."""


class NotificationChoices(TypedDict):
    submitted: NotRequired[NotificationChoice]
    review: NotRequired[NotificationChoice]
    mentioned: NotRequired[NotificationChoice]
    endpoint_failing: NotRequired[NotificationChoice]
    archive_failing: NotRequired[NotificationChoice]
    quota: NotRequired[NotificationChoice]


class PageMeta(TypedDict):
    request_id: str
    """Identifier of this API call, also sent in the `X-Request-Id` header."""
    warnings: NotRequired[list[str]]
    """Unknown fields and query parameters that were ignored."""
    has_more: bool
    """Whether older entries follow."""
    next_cursor: str | None
    """Pass this as `cursor` to get the next page."""


class PermanentLink(TypedDict):
    id: str
    type: Literal["permanent"]
    name: str
    slug: str
    url: str
    request_url: str
    """The same address as `url`."""
    unique_code: str
    code_entry_url: str
    instructions: str
    photo_slots: list[PhotoSlot]
    is_active: bool
    expires_at: str | None
    max_submissions: int | None
    submission_count: int
    daily_limit_per_address: int | None
    has_access_code: bool
    """Whether visitors must enter an access code."""
    requires_approval: bool
    requires_review: bool
    questions: list[Question]
    template_id: str | None
    translations: dict[str, Translation]
    """The texts in other languages, by language. A customer whose language is among them reads those."""
    evidence_policy: EvidencePolicy | None
    return_url: str | None
    cancel_url: str | None
    held_count: int
    """Submissions awaiting approval."""
    last_alert: PermanentLinkLastAlert | None
    """The most recent unusual use of the link."""
    draft_count: int
    """Visits with photos that haven’t been submitted yet."""
    draft_bytes: int
    """Storage used by their photos, in bytes."""
    metadata: dict[str, str]
    created_at: str
    updated_at: str


class PermanentLinkLastAlert(TypedDict):
    reason: Literal["address_limit", "drafts_full", "wrong_codes", "unusual_rate"] | str
    """Today one of `address_limit`, `drafts_full`, `wrong_codes`, `unusual_rate`; more may be added."""
    at: str


class Photo(TypedDict):
    id: str
    url: str
    """Direct download link. It expires; every read returns a fresh one."""
    thumbnail_url: str
    """A small JPEG, at most 480 pixels on its longer side."""
    sealed_url: str | None
    """The photo with C2PA content credentials. null until it is sealed, seconds after the submission; it expires like `url`."""
    metadata: PhotoMetadata
    slot_index: int
    """The slot it fills; without slots, the number of the photo."""
    slot_instructions: str | None
    """null if the request has no slots."""
    round: int
    """In which round it was submitted: 1, or more if the customer was asked to take it again."""
    sha256: str
    """Hash of the file as the device sent it, in hexadecimal."""
    width: int
    """In pixels."""
    height: int
    """In pixels."""
    bytes: int
    """Size of the file."""
    received_at: str
    """When the photo arrived, by the server’s clock."""
    evidence: list[Finding]
    """What speaks for and against the photo, one finding for each check. Empty if it came before there were checks."""


class PhotoMetadata(TypedDict):
    gps_lat: NotRequired[float]
    """Latitude; absent when unknown."""
    gps_lng: NotRequired[float]
    """Longitude; absent when unknown."""
    gps_accuracy: NotRequired[float]
    """In meters; absent when unknown."""
    captured_at: str
    quality_hint: NotRequired[Literal["blurred", "dark", "overexposed"] | str]
    """What the device warned about before the customer kept the photo; absent if nothing. Today one of `blurred`, `dark`, `overexposed`; more may be added."""


class PhotoRequest(TypedDict):
    id: str
    type: Literal["one_time", "permanent"] | str
    """Today one of `one_time`, `permanent`; more may be added."""
    unique_code: str
    """Short code for manual entry at `code_entry_url`."""
    status: Literal["pending", "in_progress", "submitted", "expired", "canceled"] | str
    """Today one of `pending`, `in_progress`, `submitted`, `expired`, `canceled`; more may be added."""
    instructions: str
    photo_slots: list[PhotoSlot]
    request_url: str
    """Link to share with the customer."""
    code_entry_url: str
    expires_at: str
    created_at: str
    first_viewed_at: str | None
    submitted_at: str | None
    held_at: str | None
    """When the customer submitted the photos, if these wait for review by a member or had to. Until they are approved, `status` is `in_progress` and `items` is empty."""
    permanent_link_id: str | None
    external_id: str | None
    metadata: dict[str, str]
    locale: str
    recipient_email: str | None
    email_status: Literal["queued", "sent", "failed"] | str | None
    """Today one of `queued`, `sent`, `failed`; more may be added."""
    recipient_unsubscribed: NotRequired[bool]
    """true if the customer wants no more email from you; absent otherwise, and in lists and events."""
    recipient_phone: str | None
    """E.164."""
    phone_channel: Literal["sms", "whatsapp"] | str | None
    """Today one of `sms`, `whatsapp`; more may be added."""
    sms_status: Literal["queued", "sent", "delivered", "failed"] | str | None
    """What became of the last message to the phone: `queued`, `sent`, `delivered` where the provider tells, or `failed`. null: none was to be sent."""
    time_zone: str | None
    """The customer’s time zone. null: that of your workspace."""
    reminders: list[Reminder]
    reminder_count: int
    """How many reminders were sent."""
    reminded_at: str | None
    """When the last one was sent."""
    expected_location: ExpectedLocation | None
    round: int
    """How often the customer was asked for photos: 1, and one more for each time that changes were requested."""
    questions: list[Question]
    answers: list[Answer]
    """Empty until the photos are submitted."""
    template_id: str | None
    """The template that it was created from."""
    translations: dict[str, Translation]
    """The texts in other languages, by language. A customer whose language is among them reads those."""
    evidence_policy: EvidencePolicy | None
    return_url: str | None
    cancel_url: str | None
    requires_review: bool
    review: Review | None
    """What the team decided about the latest submission. null if no one has to and no one did."""
    items: list[Photo]
    """Empty until the photos are submitted."""
    superseded_items: list[Photo]
    """Photos of earlier rounds that were taken again. Those in `items` stand in their place."""
    unsent_photos: NotRequired[int]
    """Photos the customer has taken but not sent, or had not sent when the request ended and they were deleted. In the view of the team alone."""
    wanted_photos: NotRequired[int | None]
    """How many photos the customer is asked for in this round. null: as many as they like. In the view of the team alone."""
    assignee: NotRequired[Assignee | None]
    """Who of your team takes care of it. In the view of the team alone."""
    recipient_opted_out: NotRequired[bool]
    """Whether the customer wants no messages on the phone. In the view of the team alone, and not in lists."""
    keeps_photos: NotRequired[bool]
    """Whether a request that has expired still has the photos that were not sent. In the view of the team alone, and not in lists."""


class PhotoRequestApprovedEvent(TypedDict):
    """Your team approved a submission."""
    event: Literal["photo_request.approved"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: ChangeEventData


class PhotoRequestCanceledEvent(TypedDict):
    """A request was canceled."""
    event: Literal["photo_request.canceled"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: ChangeEventData


class PhotoRequestChangesRequestedEvent(TypedDict):
    """Your team asked for some photos or answers again. `data.review` says which."""
    event: Literal["photo_request.changes_requested"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: ChangeEventData


class PhotoRequestCreatedEvent(TypedDict):
    """A request was created."""
    event: Literal["photo_request.created"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: ChangeEventData


class PhotoRequestDeletedEvent(TypedDict):
    """A request and its photos were deleted. If it was deleted in the web application or by retention, `instructions`, `external_id` and `metadata` are empty. Identify it by its `id`."""
    event: Literal["photo_request.deleted"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: ChangeEventData


class PhotoRequestExpiredEvent(TypedDict):
    """A request expired without photos, or without those that were asked for again."""
    event: Literal["photo_request.expired"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: ChangeEventData


class PhotoRequestFirstViewedEvent(TypedDict):
    """The customer’s page was opened for the first time."""
    event: Literal["photo_request.first_viewed"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: ChangeEventData


class PhotoRequestRejectedEvent(TypedDict):
    """Your team rejected a submission."""
    event: Literal["photo_request.rejected"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: ChangeEventData


class PhotoRequestRemindedEvent(TypedDict):
    """The customer was sent a reminder by email."""
    event: Literal["photo_request.reminded"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: ChangeEventData


class PhotoRequestSubmittedEvent(TypedDict):
    """A customer submitted photos, through a one-time request or a permanent link."""
    event: Literal["photo_request.submitted"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: SubmissionEventData


class PhotoRequestViewedEvent(TypedDict):
    """The customer opened the page: the first time, and once more in each round after you asked for changes."""
    event: Literal["photo_request.viewed"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: ChangeEventData


class PhotoSlot(TypedDict):
    instructions: str
    is_required: bool
    hint: str | None
    min_photos: int
    max_photos: int
    guide: Literal["frame", "card", "document", "car_front", "car_side", "car_rear", "car_corner", "meter"] | str | None
    """Today one of `frame`, `card`, `document`, `car_front`, `car_side`, `car_rear`, `car_corner`, `meter`; more may be added."""
    guide_image_id: str | None
    example_image_id: str | None


class PhotoSubmissionCreatedEvent(TypedDict):
    """A customer submitted photos through a permanent link. `photo_request.submitted` tells of the same submission."""
    event: Literal["photo_submission.created"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: SubmissionEventData


class Ping(TypedDict):
    message: Literal["pong"]
    timestamp: str
    data: PingData
    meta: Meta


class PingData(TypedDict):
    message: Literal["pong"]
    timestamp: str


class Question(TypedDict):
    id: str
    type: Literal["short_text", "long_text", "number", "yes_no", "single_choice", "multiple_choice", "date", "signature", "identifier"] | str
    """Today one of `short_text`, `long_text`, `number`, `yes_no`, `single_choice`, `multiple_choice`, `date`, `signature`, `identifier`; more may be added."""
    label: str
    help: str | None
    is_required: bool
    position: Literal["before", "after"] | str
    min: float | None
    max: float | None
    unit: str | None
    options: list[str]
    pattern: str | None
    show_if: QuestionShowIf | None


class QuestionShowIf(TypedDict):
    question_id: str
    equals: str | float | bool


class ReadNotifications(TypedDict):
    up_to: str
    """The newest one that was seen."""


class Reminder(TypedDict):
    when: Literal["not_opened", "not_submitted", "before_expiry"] | str
    """`not_opened` and `not_submitted`: so many hours after the customer was asked, unless the link was opened or the photos were submitted by then. `before_expiry`: so many hours before `expires_at`. Today one of `not_opened`, `not_submitted`, `before_expiry`; more may be added."""
    hours: int
    due_at: str | None
    """When it will be sent, if there is still reason to. null if it was sent or will not be."""


class ReminderRule(TypedDict):
    when: Literal["not_opened", "not_submitted", "before_expiry"]
    """`not_opened` and `not_submitted`: so many hours after the customer was asked, unless the link was opened or the photos were submitted by then. `before_expiry`: so many hours before `expires_at`."""
    hours: int


class ReopenPhotoRequest(TypedDict):
    hours: int
    """How long the link works again, from now on."""


class ReplayDeliveries(TypedDict):
    statuses: NotRequired[list[Literal["due", "held", "delivered", "failed", "blocked"]] | None]
    """Default: `failed`, `held` and `blocked`, all that did not arrive."""
    created_after: NotRequired[str | None]
    created_before: NotRequired[str | None]


class ReplayedDeliveries(TypedDict):
    count: int
    """How many are sent again."""


class Review(TypedDict):
    state: Literal["pending", "approved", "changes_requested", "rejected"] | str
    """Today one of `pending`, `approved`, `changes_requested`, `rejected`; more may be added."""
    round: int
    """The round that it is about."""
    decided_at: str | None
    decided_by: str | None
    """Email address of the member. null if it was decided by API."""
    message: str | None
    """What was said about all of it."""
    slots: list[ReviewSlot]
    """The slots whose photos have to be taken again."""
    questions: list[ReviewQuestion]
    """The questions that have to be answered again."""


class ReviewSlot(TypedDict):
    slot_index: int
    reason: Literal["blurred", "too_dark", "glare", "cut_off", "too_far", "wrong_subject", "not_readable", "other"] | str
    """Today one of `blurred`, `too_dark`, `glare`, `cut_off`, `too_far`, `wrong_subject`, `not_readable`, `other`; more may be added."""
    message: str | None


class ReviewQuestion(TypedDict):
    question_id: str
    message: str | None


class ReviewDecision(TypedDict):
    decision: Literal["approve", "request_changes", "reject"]
    message: NotRequired[str | None]
    """About all of it. Shown to the customer if you request changes, otherwise only to your team and integrations."""
    slots: NotRequired[list[AskedSlot] | None]
    """If you request changes: the photos to take again. The others stay."""
    questions: NotRequired[list[AskedQuestion] | None]
    """If you request changes: the questions to answer again. The other answers stay."""
    expires_in_hours: NotRequired[int | None]
    """If you request changes: how long the link stays open. Default: 168, or as long as it is open anyway."""
    send_email: NotRequired[bool | None]
    """If you request changes: whether the customer gets an email. Default: true if the request has a `recipient_email`."""
    send_sms: NotRequired[bool | None]
    """If you request changes: whether the customer gets a message on the phone. Default: true if one was sent before."""
    expected_state: NotRequired[Literal["pending", "approved", "changes_requested", "rejected", "none"] | None]
    """The state you decide on. If someone else has decided meanwhile, your decision is refused with `review_conflict`. Without it, only what no one has decided yet can be decided; with it, a decision can be changed."""


class SlotImage(TypedDict):
    id: str
    purpose: Literal["example", "guide"] | str
    """`example`: shows the customer what a good photo looks like. `guide`: an outline that lies over the camera’s picture, a PNG with a transparent background. Today one of `example`, `guide`; more may be added."""
    url: str
    """Public: whoever has the address can see the image."""
    width: int
    height: int
    bytes: int
    created_at: str


class Stats(TypedDict):
    plan: StatsPlan
    usage: StatsUsage
    photo_requests: StatsPhotoRequests
    permanent_links: StatsPermanentLinks
    webhooks: StatsWebhooks
    """Deliveries in the last 24 hours, by outcome."""


class StatsPlan(TypedDict):
    id: Literal["developer_free", "starter", "professional", "enterprise"] | str
    """Today one of `developer_free`, `starter`, `professional`, `enterprise`; more may be added."""
    name: str
    email_enabled: bool
    api_enabled: bool
    photos_limit: int | None
    """null: unlimited."""
    photos_per_request: int
    permanent_links_limit: int | None
    """null: unlimited."""
    api_keys_limit: int | None
    """null: unlimited."""


class StatsUsage(TypedDict):
    photos_used: int
    photos_limit: int | None
    """null: unlimited."""
    photos_remaining: int | None
    """null: unlimited."""
    is_lifetime_quota: bool
    """Whether the quota is a lifetime total rather than monthly."""
    billing_period_start: str | None
    billing_period_end: str | None


class StatsPhotoRequests(TypedDict):
    pending: int
    in_progress: int
    submitted: int
    expired: int
    canceled: int


class StatsPermanentLinks(TypedDict):
    total: int
    active: int
    """Those a customer can use right now."""
    draft_count: int
    """Visits to all of them with photos that haven’t been submitted yet."""
    draft_bytes: int
    """Storage used by their photos, in bytes."""


class StatsWebhooks(TypedDict):
    """Deliveries in the last 24 hours, by outcome."""
    delivered: int
    failed: int
    pending: int


class Status(TypedDict):
    status: Literal["ok", "degraded"] | str
    """Today one of `ok`, `degraded`; more may be added."""
    version: str
    time: str
    problems: NotRequired[list[str]]
    """Dependencies that don’t respond; present only when the status is degraded."""


class SubmissionEventData(TypedDict):
    id: str
    """The photo request."""
    type: Literal["one_time", "permanent"] | str
    """`permanent` if the customer came through a permanent link. Today one of `one_time`, `permanent`; more may be added."""
    instructions: str
    """Text shown to the customer."""
    answers: list[Answer]
    """What the customer answered. Empty without questions."""
    photos: list[Photo]
    """The photos that stand, in the order of the slots. Their `sealed_url` is null: photos are sealed right after the submission, and events don’t wait for that."""
    submitted_at: str
    """When the customer submitted the photos."""
    round: int
    """1, and one more for each time that you asked the customer for changes."""
    permanent_link_id: str | None
    """The permanent link that the customer came through. null for a one-time request."""
    external_id: str | None
    """Your own identifier, as you set it."""
    metadata: dict[str, str]
    """Your own key-value pairs, as you set them."""


class Template(TypedDict):
    id: str
    name: str
    is_archived: bool
    instructions: str
    photo_slots: list[PhotoSlot]
    questions: list[Question]
    translations: dict[str, Translation]
    """The texts in other languages, by language. A customer whose language is among them reads those."""
    requires_review: bool
    evidence_policy: EvidencePolicy | None
    return_url: str | None
    cancel_url: str | None
    metadata: dict[str, str]
    expires_in_hours: int | None
    expected_location: ExpectedLocation | None
    reminders: list[TemplateReminder]
    locale: str | None
    created_at: str
    updated_at: str


class TemplateReminder(TypedDict):
    when: Literal["not_opened", "not_submitted", "before_expiry"] | str
    """`not_opened` and `not_submitted`: so many hours after the customer was asked, unless the link was opened or the photos were submitted by then. `before_expiry`: so many hours before `expires_at`. Today one of `not_opened`, `not_submitted`, `before_expiry`; more may be added."""
    hours: int


class TimelineEntry(TypedDict):
    at: str
    kind: Literal["created", "email_queued", "email_sent", "email_failed", "phone_queued", "phone_sent", "phone_delivered", "phone_failed", "reminded", "viewed", "photo", "refused", "held", "approved", "rejected", "submitted", "changes_requested", "expired", "canceled", "extended", "assigned", "unassigned", "note", "reopened", "webhook"] | str
    """Today one of `created`, `email_queued`, `email_sent`, `email_failed`, `phone_queued`, `phone_sent`, `phone_delivered`, `phone_failed`, `reminded`, `viewed`, `photo`, `refused`, `held`, `approved`, `rejected`, `submitted`, `changes_requested`, `expired`, `canceled`, `extended`, `assigned`, `unassigned`, `note`, `reopened`, `webhook`; more may be added."""
    by: str | None
    """Who did it, if it was a member."""
    note: str | None
    """Such as why an email failed, or which reminder was sent."""
    photo_id: str | None
    refused: TimelineEntryRefused | None
    """A photo that the customer was asked to take again, and the checks that warned of it."""
    delivery: TimelineEntryDelivery | None
    """A webhook about it."""
    member_note: Note | None


class TimelineEntryRefused(TypedDict):
    slot_index: int
    checks: list[Literal["duplicate", "stream", "camera", "page", "clock", "place", "motion", "screen", "content", "file", "challenge"] | str]


class TimelineEntryDelivery(TypedDict):
    id: str
    endpoint_id: str
    endpoint_name: str
    event_type: str
    status: Literal["due", "held", "delivered", "failed", "blocked"] | str
    """Today one of `due`, `held`, `delivered`, `failed`, `blocked`; more may be added."""
    attempt_count: int


class Translation(TypedDict):
    instructions: NotRequired[str | None]
    photo_slots: NotRequired[list[TranslationPhotoSlot | None] | None]
    """One for each of the `photo_slots`, in their order. null: not translated."""
    questions: NotRequired[dict[str, TranslationQuestion] | None]
    """By the id of the question."""


class TranslationPhotoSlot(TypedDict):
    instructions: NotRequired[str | None]
    hint: NotRequired[str | None]


class TranslationQuestion(TypedDict):
    label: NotRequired[str | None]
    help: NotRequired[str | None]
    unit: NotRequired[str | None]
    options: NotRequired[list[str] | None]
    """As many as the question has, in its order. Answers are told in the question’s own words."""


class UnreadNotifications(TypedDict):
    unread: int
    """Counted up to 100."""


class UpdateNote(TypedDict):
    text: NotRequired[str]
    mentions: NotRequired[list[str] | None]
    """The `id` of each member who is told of it."""


class UpdateNotificationChoices(TypedDict):
    submitted: NotRequired[ChooseNotification]
    review: NotRequired[ChooseNotification]
    mentioned: NotRequired[ChooseNotification]
    endpoint_failing: NotRequired[ChooseNotification]
    archive_failing: NotRequired[ChooseNotification]
    quota: NotRequired[ChooseNotification]


class UpdatePermanentLink(TypedDict):
    name: NotRequired[str]
    """A name for the link."""
    slug: NotRequired[str]
    """The readable part of the link’s address. Must be unique on this server."""
    instructions: NotRequired[str]
    """Text shown to the customer."""
    photo_slots: NotRequired[list[NewPhotoSlot]]
    is_active: NotRequired[bool]
    expires_at: NotRequired[str | None]
    """When the link closes. null: never."""
    max_submissions: NotRequired[int | None]
    """Maximum number of submissions. null: no limit."""
    daily_limit_per_address: NotRequired[int | None]
    """Maximum number of submissions per IP address (IPv6: per /64 network) within 24 hours. null: the default limits."""
    access_code: NotRequired[str | None]
    """Visitors must enter this code before they can send photos. null: no code. Not case-sensitive. Never returned."""
    requires_approval: NotRequired[bool]
    """Whether submissions are held until a member approves them in the web application. A held submission uses no quota, sends no event and appears in no list."""
    requires_review: NotRequired[bool]
    """Whether your team decides about each submission, as in a photo request."""
    questions: NotRequired[list[NewQuestion]]
    translations: NotRequired[dict[str, Translation] | None]
    """The texts in other languages, by language. A customer whose language is among them reads those."""
    evidence_policy: NotRequired[EvidencePolicy | None]
    """What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts."""
    return_url: NotRequired[str | None]
    """Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test."""
    cancel_url: NotRequired[str | None]
    """Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test."""
    metadata: NotRequired[dict[str, str]]


class UpdateTemplate(TypedDict):
    name: NotRequired[str]
    """A name for your team. Customers do not see it."""
    instructions: NotRequired[str]
    """Text shown to the customer."""
    is_archived: NotRequired[bool]
    """An archived template stays readable, but nothing can be created from it."""
    photo_slots: NotRequired[list[NewPhotoSlot] | None]
    """Specific photos to request, one per slot."""
    questions: NotRequired[list[NewQuestion] | None]
    """Questions for the customer, beside the photos."""
    translations: NotRequired[dict[str, Translation] | None]
    """The texts in other languages, by language. A customer whose language is among them reads those."""
    requires_review: NotRequired[bool | None]
    """Whether your team decides about each submission: `review.state` is `pending` until then. Default: false."""
    evidence_policy: NotRequired[EvidencePolicy | None]
    """What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts."""
    return_url: NotRequired[str | None]
    """Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test."""
    cancel_url: NotRequired[str | None]
    """Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test."""
    metadata: NotRequired[dict[str, str] | None]
    """Up to 20 key-value pairs of strings, returned unchanged."""
    expires_in_hours: NotRequired[int | None]
    """How long the request stays open; sets `expires_at`. Default: 168."""
    expected_location: NotRequired[UpdateTemplateExpectedLocation | None]
    """Where the photos should be taken. A photo from elsewhere gets a warning."""
    reminders: NotRequired[list[ReminderRule] | None]
    """When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`."""
    locale: NotRequired[str | None]
    """Language of the customer’s page. Default: en."""


class UpdateTemplateExpectedLocation(TypedDict):
    lat: float
    lng: float
    radius_m: float
    """How far from there a photo may be taken, in meters."""


class UpdateWebhookEndpoint(TypedDict):
    url: NotRequired[str]
    """Where events are sent. HTTPS, unless the operator allows otherwise."""
    name: NotRequired[str]
    """A name for your own use. Default: the hostname."""
    events: NotRequired[list[Literal["photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted"]]]
    is_active: NotRequired[bool]
    """While off, nothing is sent. On again, what is held stays held until you replay it, and the count of failures starts again."""


class WebhookAttemptOutcome(TypedDict):
    outcome: Literal["delivered", "answered_badly", "timed_out", "unreachable", "blocked"] | str
    """Today one of `delivered`, `answered_badly`, `timed_out`, `unreachable`, `blocked`; more may be added."""
    status_code: int | None
    """The HTTP status of the response, if there was one."""
    error: str | None
    """Why there was no response."""


class WebhookDelivery(TypedDict):
    id: str
    event_id: str
    """As in `X-Webhook-ID` and in `GET /events`."""
    event: Literal["photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted", "webhook.test"] | str
    """Today one of `photo_request.submitted`, `photo_submission.created`, `photo_request.created`, `photo_request.first_viewed`, `photo_request.viewed`, `photo_request.reminded`, `photo_request.approved`, `photo_request.changes_requested`, `photo_request.rejected`, `photo_request.canceled`, `photo_request.expired`, `photo_request.deleted`, `webhook.test`; more may be added."""
    photo_request_id: str | None
    """`null` for a test event."""
    status: Literal["due", "held", "delivered", "failed", "blocked"] | str
    """`due`: sent soon or tried again; `held`: waits until you replay it; `failed`: every attempt failed; `blocked`: the address is not allowed. Today one of `due`, `held`, `delivered`, `failed`, `blocked`; more may be added."""
    attempt_count: int
    is_under_way: bool
    """An attempt is running right now."""
    next_attempt_at: str | None
    last_attempt: WebhookAttemptOutcome | None
    created_at: str
    finished_at: str | None


class WebhookDeliveryDetail(TypedDict):
    id: str
    event_id: str
    """As in `X-Webhook-ID` and in `GET /events`."""
    event: Literal["photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted", "webhook.test"] | str
    """Today one of `photo_request.submitted`, `photo_submission.created`, `photo_request.created`, `photo_request.first_viewed`, `photo_request.viewed`, `photo_request.reminded`, `photo_request.approved`, `photo_request.changes_requested`, `photo_request.rejected`, `photo_request.canceled`, `photo_request.expired`, `photo_request.deleted`, `webhook.test`; more may be added."""
    photo_request_id: str | None
    """`null` for a test event."""
    status: Literal["due", "held", "delivered", "failed", "blocked"] | str
    """`due`: sent soon or tried again; `held`: waits until you replay it; `failed`: every attempt failed; `blocked`: the address is not allowed. Today one of `due`, `held`, `delivered`, `failed`, `blocked`; more may be added."""
    attempt_count: int
    is_under_way: bool
    """An attempt is running right now."""
    next_attempt_at: str | None
    last_attempt: WebhookAttemptOutcome | None
    created_at: str
    finished_at: str | None
    request_id: str | None
    """The API call that caused the event, if one did."""
    body: str
    """The exact bytes that are signed and sent."""
    attempts: list[WebhookDeliveryDetailAttempt]


class WebhookDeliveryDetailAttempt(TypedDict):
    number: int
    outcome: Literal["delivered", "answered_badly", "timed_out", "unreachable", "blocked"] | str
    """Today one of `delivered`, `answered_badly`, `timed_out`, `unreachable`, `blocked`; more may be added."""
    status_code: int | None
    """The HTTP status of the response, if there was one."""
    error: str | None
    """Why there was no response."""
    address: str | None
    """The IP address that was connected to."""
    response_body: str | None
    """How the body of the response begins."""
    duration_ms: int
    started_at: str


class WebhookEndpoint(TypedDict):
    id: str
    name: str
    url: str
    events: list[Literal["photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted"] | str]
    serves: Literal["live", "test", "both"] | str
    """Whose events it gets: those of your key’s environment, or of both if it was created in the web application. Today one of `live`, `test`, `both`; more may be added."""
    is_active: bool
    disabled_reason: Literal["manual", "gone", "failing"] | str | None
    """Why it is off: `manual`: someone turned it off, `gone`: it returned 410, `failing`: it failed for five days."""
    is_rotating: bool
    """A new secret signs too, and waits to be activated."""
    failures: int
    """Failed attempts since the last success."""
    failing_since: str | None
    paused_until: str | None
    """Nothing is sent until then, after too many failures."""
    last_success_at: str | None
    created_at: str
    updated_at: str


class WebhookEndpointDetail(TypedDict):
    id: str
    name: str
    url: str
    events: list[Literal["photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted"] | str]
    serves: Literal["live", "test", "both"] | str
    """Whose events it gets: those of your key’s environment, or of both if it was created in the web application. Today one of `live`, `test`, `both`; more may be added."""
    is_active: bool
    disabled_reason: Literal["manual", "gone", "failing"] | str | None
    """Why it is off: `manual`: someone turned it off, `gone`: it returned 410, `failing`: it failed for five days."""
    is_rotating: bool
    """A new secret signs too, and waits to be activated."""
    failures: int
    """Failed attempts since the last success."""
    failing_since: str | None
    paused_until: str | None
    """Nothing is sent until then, after too many failures."""
    last_success_at: str | None
    created_at: str
    updated_at: str
    held_count: int
    """Deliveries that wait until you replay them."""


class WebhookEndpointWithSecret(TypedDict):
    id: str
    name: str
    url: str
    events: list[Literal["photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted"] | str]
    serves: Literal["live", "test", "both"] | str
    """Whose events it gets: those of your key’s environment, or of both if it was created in the web application. Today one of `live`, `test`, `both`; more may be added."""
    is_active: bool
    disabled_reason: Literal["manual", "gone", "failing"] | str | None
    """Why it is off: `manual`: someone turned it off, `gone`: it returned 410, `failing`: it failed for five days."""
    is_rotating: bool
    """A new secret signs too, and waits to be activated."""
    failures: int
    """Failed attempts since the last success."""
    failing_since: str | None
    paused_until: str | None
    """Nothing is sent until then, after too many failures."""
    last_success_at: str | None
    created_at: str
    updated_at: str
    signing_secret: str
    """Shown only here. Store it like a password."""


class WebhookTestEvent(TypedDict):
    """You sent a test event. It needs no subscription, and its links lead to a sample photo."""
    event: Literal["webhook.test"]
    """What happened. The same is in the `X-Webhook-Event` header."""
    timestamp: str
    """When it happened."""
    environment: Literal["live", "test"] | str
    data: SubmissionEventData


class WebhookTestResult(TypedDict):
    event_id: str
    delivery_id: str
    outcome: Literal["delivered", "answered_badly", "timed_out", "unreachable", "blocked"] | str
    """Today one of `delivered`, `answered_badly`, `timed_out`, `unreachable`, `blocked`; more may be added."""
    status_code: int | None
    """The HTTP status of the response, if there was one."""
    error: str | None
    """Why there was no response."""
    address: str | None
    """The IP address that was connected to."""
    response_body: str | None
    """How the body of the response begins."""
    duration_ms: int


class Deleted(TypedDict):
    """What a deleted object leaves."""
    id: str
    deleted: Literal[True]
