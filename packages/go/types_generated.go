// Code generated. Made from docs/openapi.json by `npm run sdks`; changes are lost. DO NOT EDIT.

package shutterpost

import "encoding/json"

type AccessCode struct {
	AccessCode *string `json:"access_code"`
}

type Answer struct {
	QuestionID string `json:"question_id"`
	// Today one of `short_text`, `long_text`, `number`, `yes_no`, `single_choice`, `multiple_choice`, `date`, `signature`, `identifier`; more may be added. One of "short_text", "long_text", "number", "yes_no", "single_choice", "multiple_choice", "date", "signature", "identifier".
	Type  string `json:"type"`
	Label string `json:"label"`
	// Text, a number, true or false, an option, a list of options, or a date such as 2026-01-31. A signature is the typed name, or an SVG picture of what was drawn.
	Value any `json:"value"`
}

type AskedQuestion struct {
	QuestionID string `json:"question_id"`
	// What is wrong with the answer.
	Message *string `json:"message,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v AskedQuestion) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type AskedSlot struct {
	// The slot whose photos have to be taken again. Without slots: the number of the photo, from 0 on.
	SlotIndex int `json:"slot_index"`
	// Shown to the customer in their own language. Default: `other`, which shows only your message. One of "blurred", "too_dark", "glare", "cut_off", "too_far", "wrong_subject", "not_readable", "other".
	Reason *string `json:"reason,omitempty"`
	// What is wrong, in your own words.
	Message *string `json:"message,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v AskedSlot) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type AssignPhotoRequest struct {
	// The `id` of the member. null: no one takes care of it.
	UserID *string `json:"user_id"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v AssignPhotoRequest) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type Assignee struct {
	// The `id` of the member.
	UserID string  `json:"user_id"`
	Email  string  `json:"email"`
	Name   *string `json:"name"`
}

type Assignment struct {
	Assignee *Assignee `json:"assignee"`
}

type ChangeEventData struct {
	// The photo request.
	ID string `json:"id"`
	// `permanent` if the customer came through a permanent link. Today one of `one_time`, `permanent`; more may be added. One of "one_time", "permanent".
	Type string `json:"type"`
	// Text shown to the customer.
	Instructions string `json:"instructions"`
	// Short code for manual entry.
	UniqueCode string `json:"unique_code"`
	// Link to share with the customer.
	RequestURL string `json:"request_url"`
	CreatedAt  string `json:"created_at"`
	ExpiresAt  string `json:"expires_at"`
	// When the customer opened the page for the first time.
	FirstViewedAt *string `json:"first_viewed_at"`
	// When the customer submitted the photos.
	SubmittedAt *string `json:"submitted_at"`
	// What your team decided about the latest submission. null if no one has to and no one did.
	Review *Review `json:"review"`
	// How many reminders were sent.
	ReminderCount int `json:"reminder_count"`
	// When the last one was sent.
	RemindedAt *string `json:"reminded_at"`
	// The permanent link that the customer came through. null for a one-time request.
	PermanentLinkID *string `json:"permanent_link_id"`
	// Your own identifier, as you set it.
	ExternalID *string `json:"external_id"`
	// Your own key-value pairs, as you set them.
	Metadata map[string]string `json:"metadata"`
}

type ChangeReminders struct {
	Reminders []ReminderRule `json:"reminders"`
	// The customer’s time zone. null: that of your workspace.
	TimeZone *string `json:"time_zone,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v ChangeReminders) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type ChooseNotification struct {
	// In the web application.
	App bool `json:"app"`
	// One of "now", "digest", "off".
	Email string `json:"email"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v ChooseNotification) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type CreateNote struct {
	Text string `json:"text"`
	// The `id` of each member who is told of it.
	Mentions []string `json:"mentions,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v CreateNote) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

// `name`, `instructions` or `template_id` is required. If name or instructions are missing, they are copied from one another.
type CreatePermanentLink struct {
	// A name for the link.
	Name *string `json:"name,omitempty"`
	// The readable part of the link’s address. Must be unique on this server.
	Slug *string `json:"slug,omitempty"`
	// Text shown to the customer.
	Instructions *string `json:"instructions,omitempty"`
	// A template that fills in what you leave out. Later changes of the template do not change what was created from it.
	TemplateID *string `json:"template_id,omitempty"`
	// Specific photos to request, one per slot.
	PhotoSlots []NewPhotoSlot `json:"photo_slots,omitempty"`
	// Questions for the customer, beside the photos.
	Questions []NewQuestion `json:"questions,omitempty"`
	// The texts in other languages, by language. A customer whose language is among them reads those.
	Translations map[string]Translation `json:"translations,omitempty"`
	// Whether your team decides about each submission: `review.state` is `pending` until then. Default: false.
	RequiresReview *bool `json:"requires_review,omitempty"`
	// What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts.
	EvidencePolicy *EvidencePolicy `json:"evidence_policy,omitempty"`
	// Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
	ReturnURL *string `json:"return_url,omitempty"`
	// Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
	CancelURL *string `json:"cancel_url,omitempty"`
	// Up to 20 key-value pairs of strings, returned unchanged.
	Metadata map[string]string `json:"metadata,omitempty"`
	IsActive *bool             `json:"is_active,omitempty"`
	// When the link closes. null: never.
	ExpiresAt *string `json:"expires_at,omitempty"`
	// Maximum number of submissions. null: no limit.
	MaxSubmissions *int `json:"max_submissions,omitempty"`
	// Maximum number of submissions per IP address (IPv6: per /64 network) within 24 hours. null: the default limits.
	DailyLimitPerAddress *int `json:"daily_limit_per_address,omitempty"`
	// Visitors must enter this code before they can send photos. null: no code. Not case-sensitive. Never returned.
	AccessCode *string `json:"access_code,omitempty"`
	// Whether submissions are held until a member approves them in the web application. A held submission uses no quota, sends no event and appears in no list.
	RequiresApproval *bool `json:"requires_approval,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v CreatePermanentLink) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

// `instructions` or `template_id` is required, and `recipient_email` if there is `send_email` or any of the `reminders`.
type CreatePhotoRequest struct {
	// A template that fills in what you leave out. Later changes of the template do not change what was created from it.
	TemplateID *string `json:"template_id,omitempty"`
	// Text shown to the customer. Required unless a template brings it.
	Instructions *string `json:"instructions,omitempty"`
	// Specific photos to request, one per slot.
	PhotoSlots []NewPhotoSlot `json:"photo_slots,omitempty"`
	// Questions for the customer, beside the photos.
	Questions []NewQuestion `json:"questions,omitempty"`
	// The texts in other languages, by language. A customer whose language is among them reads those.
	Translations map[string]Translation `json:"translations,omitempty"`
	// Whether your team decides about each submission: `review.state` is `pending` until then. Default: false.
	RequiresReview *bool `json:"requires_review,omitempty"`
	// What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts.
	EvidencePolicy *EvidencePolicy `json:"evidence_policy,omitempty"`
	// Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
	ReturnURL *string `json:"return_url,omitempty"`
	// Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
	CancelURL *string `json:"cancel_url,omitempty"`
	// Up to 20 key-value pairs of strings, returned unchanged.
	Metadata map[string]string `json:"metadata,omitempty"`
	// How long the request stays open; sets `expires_at`. Default: 168.
	ExpiresInHours *int `json:"expires_in_hours,omitempty"`
	// Where the photos should be taken. A photo from elsewhere gets a warning.
	ExpectedLocation *CreatePhotoRequestExpectedLocation `json:"expected_location,omitempty"`
	// When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`.
	Reminders []ReminderRule `json:"reminders,omitempty"`
	// Language of the customer’s page. Default: en.
	Locale *string `json:"locale,omitempty"`
	// The customer’s email address. Not allowed on the free plan.
	RecipientEmail *string `json:"recipient_email,omitempty"`
	// Email the link to `recipient_email`, which is then required. Not allowed on the free plan.
	SendEmail *bool `json:"send_email,omitempty"`
	// The customer’s phone number with its country code. Stored and returned as E.164.
	RecipientPhone *string `json:"recipient_phone,omitempty"`
	// Send the link to `recipient_phone`, which is then required. Not allowed on the free plan.
	SendSMs *bool `json:"send_sms,omitempty"`
	// How messages reach the phone. Default: `sms`. One of "sms", "whatsapp".
	PhoneChannel *string `json:"phone_channel,omitempty"`
	// Your own identifier. You can filter lists by it.
	ExternalID *string `json:"external_id,omitempty"`
	// The customer’s time zone, for the hours of reminders. Default: that of your workspace.
	TimeZone *string `json:"time_zone,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v CreatePhotoRequest) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type CreatePhotoRequestExpectedLocation struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
	// How far from there a photo may be taken, in meters.
	RadiusM float64 `json:"radius_m"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v CreatePhotoRequestExpectedLocation) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type CreateTemplate struct {
	// A name for your team. Customers do not see it.
	Name string `json:"name"`
	// Text shown to the customer.
	Instructions string `json:"instructions"`
	// Specific photos to request, one per slot.
	PhotoSlots []NewPhotoSlot `json:"photo_slots,omitempty"`
	// Questions for the customer, beside the photos.
	Questions []NewQuestion `json:"questions,omitempty"`
	// The texts in other languages, by language. A customer whose language is among them reads those.
	Translations map[string]Translation `json:"translations,omitempty"`
	// Whether your team decides about each submission: `review.state` is `pending` until then. Default: false.
	RequiresReview *bool `json:"requires_review,omitempty"`
	// What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts.
	EvidencePolicy *EvidencePolicy `json:"evidence_policy,omitempty"`
	// Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
	ReturnURL *string `json:"return_url,omitempty"`
	// Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
	CancelURL *string `json:"cancel_url,omitempty"`
	// Up to 20 key-value pairs of strings, returned unchanged.
	Metadata map[string]string `json:"metadata,omitempty"`
	// How long the request stays open; sets `expires_at`. Default: 168.
	ExpiresInHours *int `json:"expires_in_hours,omitempty"`
	// Where the photos should be taken. A photo from elsewhere gets a warning.
	ExpectedLocation *CreateTemplateExpectedLocation `json:"expected_location,omitempty"`
	// When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`.
	Reminders []ReminderRule `json:"reminders,omitempty"`
	// Language of the customer’s page. Default: en.
	Locale *string `json:"locale,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v CreateTemplate) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type CreateTemplateExpectedLocation struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
	// How far from there a photo may be taken, in meters.
	RadiusM float64 `json:"radius_m"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v CreateTemplateExpectedLocation) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type CreateWebhookEndpoint struct {
	// Where events are sent. HTTPS, unless the operator allows otherwise.
	URL string `json:"url"`
	// A name for your own use. Default: the hostname.
	Name *string `json:"name,omitempty"`
	// Default: `photo_request.submitted`.
	Events   []string `json:"events,omitempty"`
	IsActive *bool    `json:"is_active,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v CreateWebhookEndpoint) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type DecidedSubmission struct {
	ID string `json:"id"`
}

type DuplicateTemplate struct {
	// Default: the name of the template, with “copy” behind it.
	Name *string `json:"name,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v DuplicateTemplate) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

// The body that its webhook has or would have had, and its id. Links to photos are fresh ones. What an earlier release stored can lack fields that came later.
type Event struct {
	// The same as `X-Webhook-ID` of its webhook.
	ID string `json:"id"`
	// What happened. Today one of `photo_request.submitted`, `photo_submission.created`, `photo_request.created`, `photo_request.first_viewed`, `photo_request.viewed`, `photo_request.reminded`, `photo_request.approved`, `photo_request.changes_requested`, `photo_request.rejected`, `photo_request.canceled`, `photo_request.expired`, `photo_request.deleted`; more may be added. One of "photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        json.RawMessage `json:"data"`
}

type EvidencePolicy struct {
	Checks *EvidencePolicyChecks `json:"checks,omitempty"`
	// One of "off", "on_warning", "always".
	Challenge *string `json:"challenge,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v EvidencePolicy) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type EvidencePolicyChecks struct {
	// One of "inform", "hold", "refuse".
	Duplicate *string `json:"duplicate,omitempty"`
	// One of "inform", "hold", "refuse".
	Stream *string `json:"stream,omitempty"`
	// One of "inform", "hold", "refuse".
	Camera *string `json:"camera,omitempty"`
	// One of "inform", "hold", "refuse".
	Page *string `json:"page,omitempty"`
	// One of "inform", "hold", "refuse".
	Clock *string `json:"clock,omitempty"`
	// One of "inform", "hold", "refuse".
	Place *string `json:"place,omitempty"`
	// One of "inform", "hold", "refuse".
	Motion *string `json:"motion,omitempty"`
	// One of "inform", "hold", "refuse".
	Screen *string `json:"screen,omitempty"`
	// One of "inform", "hold", "refuse".
	Content *string `json:"content,omitempty"`
	// One of "inform", "hold", "refuse".
	File *string `json:"file,omitempty"`
	// One of "inform", "hold", "refuse".
	Challenge *string `json:"challenge,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v EvidencePolicyChecks) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type ExpectedLocation struct {
	Lat     float64 `json:"lat"`
	Lng     float64 `json:"lng"`
	RadiusM float64 `json:"radius_m"`
}

type ExtendPhotoRequest struct {
	// Added to the time the request has left; counted from now if it has expired.
	Hours int `json:"hours"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v ExtendPhotoRequest) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type Finding struct {
	// Today one of `duplicate`, `stream`, `camera`, `page`, `clock`, `place`, `motion`, `screen`, `content`, `file`, `challenge`; more may be added. One of "duplicate", "stream", "camera", "page", "clock", "place", "motion", "screen", "content", "file", "challenge".
	Check string `json:"check"`
	// `warn`: look at the photo. `unknown`: the device or the photo gave too little to tell. Today one of `pass`, `warn`, `unknown`; more may be added. One of "pass", "warn", "unknown".
	Result string `json:"result"`
	// One sentence in English.
	Message string `json:"message"`
	// The numbers and names behind it. Which ones there are depends on the check.
	Figures map[string]any `json:"figures"`
}

type HeldSubmission struct {
	ID         string `json:"id"`
	UniqueCode string `json:"unique_code"`
	// When the customer submitted it.
	HeldAt string `json:"held_at"`
	// When it is deleted if no one decides.
	ExpiresAt string                `json:"expires_at"`
	Photos    []HeldSubmissionPhoto `json:"photos"`
}

type HeldSubmissionPhoto struct {
	ID               string    `json:"id"`
	SlotInstructions *string   `json:"slot_instructions"`
	URL              string    `json:"url"`
	ThumbnailURL     string    `json:"thumbnail_url"`
	Evidence         []Finding `json:"evidence"`
}

type Member struct {
	// Names the member as assignee and in mentions.
	ID    string  `json:"id"`
	Email string  `json:"email"`
	Name  *string `json:"name"`
	// Today one of `owner`, `admin`, `member`, `viewer`; more may be added. One of "owner", "admin", "member", "viewer".
	Role     string `json:"role"`
	JoinedAt string `json:"joined_at"`
}

type Meta struct {
	// Identifier of this API call, also sent in the `X-Request-Id` header.
	RequestID string `json:"request_id"`
	// Unknown fields and query parameters that were ignored.
	Warnings []string `json:"warnings,omitempty"`
}

type NewPhotoSlot struct {
	// What the customer should photograph in this slot.
	Instructions string `json:"instructions"`
	// Whether the slot must be filled. Default: true.
	IsRequired *bool `json:"is_required,omitempty"`
	// How to take this photo, in more words. Shown beside the camera.
	Hint *string `json:"hint,omitempty"`
	// How many photos the slot needs once it is used. Default: 1.
	MinPhotos *int `json:"min_photos,omitempty"`
	// How many photos the slot takes. Default: `min_photos`.
	MaxPhotos *int `json:"max_photos,omitempty"`
	// An outline to draw over the camera’s picture. One of "frame", "card", "document", "car_front", "car_side", "car_rear", "car_corner", "meter".
	Guide *string `json:"guide,omitempty"`
	// An outline of your own, uploaded with `purpose=guide`. Not together with `guide`.
	GuideImageID *string `json:"guide_image_id,omitempty"`
	// A picture of what a good photo looks like, uploaded with `purpose=example`.
	ExampleImageID *string `json:"example_image_id,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v NewPhotoSlot) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type NewQuestion struct {
	// By which you find the answer. Default: `q1` for the first question, and so on.
	ID *string `json:"id,omitempty"`
	// `identifier` is for permanent links: the answer becomes the `external_id`. One of "short_text", "long_text", "number", "yes_no", "single_choice", "multiple_choice", "date", "signature", "identifier".
	Type string `json:"type"`
	// What the customer is asked.
	Label string `json:"label"`
	// Shown below the question.
	Help *string `json:"help,omitempty"`
	// Default: true.
	IsRequired *bool `json:"is_required,omitempty"`
	// Before the photos or after them. Default: `after`. One of "before", "after".
	Position *string `json:"position,omitempty"`
	// The smallest number that is accepted.
	Min *float64 `json:"min,omitempty"`
	// The largest number that is accepted.
	Max *float64 `json:"max,omitempty"`
	// Shown after the number, such as km.
	Unit *string `json:"unit,omitempty"`
	// The options of a choice, at least two.
	Options []string `json:"options,omitempty"`
	// A regular expression that the whole identifier must match, such as `[A-Z]{2}-[0-9]{5}`.
	Pattern *string `json:"pattern,omitempty"`
	// Ask only if an earlier question has this answer.
	ShowIf *NewQuestionShowIf `json:"show_if,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v NewQuestion) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type NewQuestionShowIf struct {
	// An earlier question.
	QuestionID string `json:"question_id"`
	// The answer that it must have; of several choices, one that must be among them.
	Equals any `json:"equals"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v NewQuestionShowIf) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type Note struct {
	ID string `json:"id"`
	// The `id` of the member, or that of the API key.
	AuthorID string `json:"author_id"`
	// Email address of the author, or name of the API key, when it was written.
	Author string `json:"author"`
	Text   string `json:"text"`
	// The members who are mentioned.
	Mentions  []string `json:"mentions"`
	CreatedAt string   `json:"created_at"`
	EditedAt  *string  `json:"edited_at"`
}

type Notification struct {
	ID string `json:"id"`
	// Today one of `submitted`, `review`, `mentioned`, `assigned`, `endpoint_failing`, `archive_failing`, `quota`; more may be added. One of "submitted", "review", "mentioned", "assigned", "endpoint_failing", "archive_failing", "quota".
	Kind   string `json:"kind"`
	At     string `json:"at"`
	IsRead bool   `json:"is_read"`
	// The member who did it, or the API key.
	By *string `json:"by"`
	// The photo request that it is about.
	Request *NotificationRequest `json:"request"`
	// The webhook endpoint that it is about.
	Endpoint *NotificationEndpoint `json:"endpoint"`
	// The archive that it is about.
	Archive *NotificationArchive `json:"archive"`
	// How much of the quota is used.
	Percent *int `json:"percent"`
}

type NotificationRequest struct {
	ID         string `json:"id"`
	UniqueCode string `json:"unique_code"`
	// The permanent link where the submission waits for approval.
	HeldAtLink *string `json:"held_at_link"`
}

type NotificationEndpoint struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type NotificationArchive struct {
	Name string `json:"name"`
	// Whether files are not tried any more.
	IsGivenUp bool `json:"is_given_up"`
}

type NotificationChoice struct {
	// In the web application.
	App bool `json:"app"`
	// By email. Today one of `now`, `digest`, `off`; more may be added. One of "now", "digest", "off".
	Email string `json:"email"`
}

type NotificationChoices struct {
	Submitted       *NotificationChoice `json:"submitted,omitempty"`
	Review          *NotificationChoice `json:"review,omitempty"`
	Mentioned       *NotificationChoice `json:"mentioned,omitempty"`
	EndpointFailing *NotificationChoice `json:"endpoint_failing,omitempty"`
	ArchiveFailing  *NotificationChoice `json:"archive_failing,omitempty"`
	Quota           *NotificationChoice `json:"quota,omitempty"`
}

type PageMeta struct {
	// Identifier of this API call, also sent in the `X-Request-Id` header.
	RequestID string `json:"request_id"`
	// Unknown fields and query parameters that were ignored.
	Warnings []string `json:"warnings,omitempty"`
	// Whether older entries follow.
	HasMore bool `json:"has_more"`
	// Pass this as `cursor` to get the next page.
	NextCursor *string `json:"next_cursor"`
}

type PermanentLink struct {
	ID string `json:"id"`
	// One of "permanent".
	Type string `json:"type"`
	Name string `json:"name"`
	Slug string `json:"slug"`
	URL  string `json:"url"`
	// The same address as `url`.
	RequestURL           string      `json:"request_url"`
	UniqueCode           string      `json:"unique_code"`
	CodeEntryURL         string      `json:"code_entry_url"`
	Instructions         string      `json:"instructions"`
	PhotoSlots           []PhotoSlot `json:"photo_slots"`
	IsActive             bool        `json:"is_active"`
	ExpiresAt            *string     `json:"expires_at"`
	MaxSubmissions       *int        `json:"max_submissions"`
	SubmissionCount      int         `json:"submission_count"`
	DailyLimitPerAddress *int        `json:"daily_limit_per_address"`
	// Whether visitors must enter an access code.
	HasAccessCode    bool       `json:"has_access_code"`
	RequiresApproval bool       `json:"requires_approval"`
	RequiresReview   bool       `json:"requires_review"`
	Questions        []Question `json:"questions"`
	TemplateID       *string    `json:"template_id"`
	// The texts in other languages, by language. A customer whose language is among them reads those.
	Translations   map[string]Translation `json:"translations"`
	EvidencePolicy *EvidencePolicy        `json:"evidence_policy"`
	ReturnURL      *string                `json:"return_url"`
	CancelURL      *string                `json:"cancel_url"`
	// Submissions awaiting approval.
	HeldCount int `json:"held_count"`
	// The most recent unusual use of the link.
	LastAlert *PermanentLinkLastAlert `json:"last_alert"`
	// Visits with photos that haven’t been submitted yet.
	DraftCount int `json:"draft_count"`
	// Storage used by their photos, in bytes.
	DraftBytes int               `json:"draft_bytes"`
	Metadata   map[string]string `json:"metadata"`
	CreatedAt  string            `json:"created_at"`
	UpdatedAt  string            `json:"updated_at"`
}

type PermanentLinkLastAlert struct {
	// Today one of `address_limit`, `drafts_full`, `wrong_codes`, `unusual_rate`; more may be added. One of "address_limit", "drafts_full", "wrong_codes", "unusual_rate".
	Reason string `json:"reason"`
	At     string `json:"at"`
}

type Photo struct {
	ID string `json:"id"`
	// Direct download link. It expires; every read returns a fresh one.
	URL string `json:"url"`
	// A small JPEG, at most 480 pixels on its longer side.
	ThumbnailURL string `json:"thumbnail_url"`
	// The photo with C2PA content credentials. null until it is sealed, seconds after the submission; it expires like `url`.
	SealedURL *string       `json:"sealed_url"`
	Metadata  PhotoMetadata `json:"metadata"`
	// The slot it fills; without slots, the number of the photo.
	SlotIndex int `json:"slot_index"`
	// null if the request has no slots.
	SlotInstructions *string `json:"slot_instructions"`
	// In which round it was submitted: 1, or more if the customer was asked to take it again.
	Round int `json:"round"`
	// Hash of the file as the device sent it, in hexadecimal.
	SHA256 string `json:"sha256"`
	// In pixels.
	Width int `json:"width"`
	// In pixels.
	Height int `json:"height"`
	// Size of the file.
	Bytes int `json:"bytes"`
	// When the photo arrived, by the server’s clock.
	ReceivedAt string `json:"received_at"`
	// What speaks for and against the photo, one finding for each check. Empty if it came before there were checks.
	Evidence []Finding `json:"evidence"`
}

type PhotoMetadata struct {
	// Latitude; absent when unknown.
	GpsLat *float64 `json:"gps_lat,omitempty"`
	// Longitude; absent when unknown.
	GpsLng *float64 `json:"gps_lng,omitempty"`
	// In meters; absent when unknown.
	GpsAccuracy *float64 `json:"gps_accuracy,omitempty"`
	CapturedAt  string   `json:"captured_at"`
	// What the device warned about before the customer kept the photo; absent if nothing. Today one of `blurred`, `dark`, `overexposed`; more may be added. One of "blurred", "dark", "overexposed".
	QualityHint *string `json:"quality_hint,omitempty"`
}

type PhotoRequest struct {
	ID string `json:"id"`
	// Today one of `one_time`, `permanent`; more may be added. One of "one_time", "permanent".
	Type string `json:"type"`
	// Short code for manual entry at `code_entry_url`.
	UniqueCode string `json:"unique_code"`
	// Today one of `pending`, `in_progress`, `submitted`, `expired`, `canceled`; more may be added. One of "pending", "in_progress", "submitted", "expired", "canceled".
	Status       string      `json:"status"`
	Instructions string      `json:"instructions"`
	PhotoSlots   []PhotoSlot `json:"photo_slots"`
	// Link to share with the customer.
	RequestURL    string  `json:"request_url"`
	CodeEntryURL  string  `json:"code_entry_url"`
	ExpiresAt     string  `json:"expires_at"`
	CreatedAt     string  `json:"created_at"`
	FirstViewedAt *string `json:"first_viewed_at"`
	SubmittedAt   *string `json:"submitted_at"`
	// When the customer submitted the photos, if these wait for review by a member or had to. Until they are approved, `status` is `in_progress` and `items` is empty.
	HeldAt          *string           `json:"held_at"`
	PermanentLinkID *string           `json:"permanent_link_id"`
	ExternalID      *string           `json:"external_id"`
	Metadata        map[string]string `json:"metadata"`
	Locale          string            `json:"locale"`
	RecipientEmail  *string           `json:"recipient_email"`
	// Today one of `queued`, `sent`, `failed`; more may be added. One of "queued", "sent", "failed".
	EmailStatus *string `json:"email_status"`
	// true if the customer wants no more email from you; absent otherwise, and in lists and events.
	RecipientUnsubscribed *bool `json:"recipient_unsubscribed,omitempty"`
	// E.164.
	RecipientPhone *string `json:"recipient_phone"`
	// Today one of `sms`, `whatsapp`; more may be added. One of "sms", "whatsapp".
	PhoneChannel *string `json:"phone_channel"`
	// What became of the last message to the phone: `queued`, `sent`, `delivered` where the provider tells, or `failed`. null: none was to be sent. One of "queued", "sent", "delivered", "failed".
	SMsStatus *string `json:"sms_status"`
	// The customer’s time zone. null: that of your workspace.
	TimeZone  *string    `json:"time_zone"`
	Reminders []Reminder `json:"reminders"`
	// How many reminders were sent.
	ReminderCount int `json:"reminder_count"`
	// When the last one was sent.
	RemindedAt       *string           `json:"reminded_at"`
	ExpectedLocation *ExpectedLocation `json:"expected_location"`
	// How often the customer was asked for photos: 1, and one more for each time that changes were requested.
	Round     int        `json:"round"`
	Questions []Question `json:"questions"`
	// Empty until the photos are submitted.
	Answers []Answer `json:"answers"`
	// The template that it was created from.
	TemplateID *string `json:"template_id"`
	// The texts in other languages, by language. A customer whose language is among them reads those.
	Translations   map[string]Translation `json:"translations"`
	EvidencePolicy *EvidencePolicy        `json:"evidence_policy"`
	ReturnURL      *string                `json:"return_url"`
	CancelURL      *string                `json:"cancel_url"`
	RequiresReview bool                   `json:"requires_review"`
	// What the team decided about the latest submission. null if no one has to and no one did.
	Review *Review `json:"review"`
	// Empty until the photos are submitted.
	Items []Photo `json:"items"`
	// Photos of earlier rounds that were taken again. Those in `items` stand in their place.
	SupersededItems []Photo `json:"superseded_items"`
	// Photos the customer has taken but not sent, or had not sent when the request ended and they were deleted. In the view of the team alone.
	UnsentPhotos *int `json:"unsent_photos,omitempty"`
	// How many photos the customer is asked for in this round. null: as many as they like. In the view of the team alone.
	WantedPhotos *int `json:"wanted_photos,omitempty"`
	// Who of your team takes care of it. In the view of the team alone.
	Assignee *Assignee `json:"assignee,omitempty"`
	// Whether the customer wants no messages on the phone. In the view of the team alone, and not in lists.
	RecipientOptedOut *bool `json:"recipient_opted_out,omitempty"`
	// Whether a request that has expired still has the photos that were not sent. In the view of the team alone, and not in lists.
	KeepsPhotos *bool `json:"keeps_photos,omitempty"`
}

// Your team approved a submission.
type PhotoRequestApprovedEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.approved".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        ChangeEventData `json:"data"`
}

// A request was canceled.
type PhotoRequestCanceledEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.canceled".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        ChangeEventData `json:"data"`
}

// Your team asked for some photos or answers again. `data.review` says which.
type PhotoRequestChangesRequestedEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.changes_requested".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        ChangeEventData `json:"data"`
}

// A request was created.
type PhotoRequestCreatedEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.created".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        ChangeEventData `json:"data"`
}

// A request and its photos were deleted. If it was deleted in the web application or by retention, `instructions`, `external_id` and `metadata` are empty. Identify it by its `id`.
type PhotoRequestDeletedEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.deleted".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        ChangeEventData `json:"data"`
}

// A request expired without photos, or without those that were asked for again.
type PhotoRequestExpiredEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.expired".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        ChangeEventData `json:"data"`
}

// The customer’s page was opened for the first time.
type PhotoRequestFirstViewedEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.first_viewed".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        ChangeEventData `json:"data"`
}

// Your team rejected a submission.
type PhotoRequestRejectedEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.rejected".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        ChangeEventData `json:"data"`
}

// The customer was sent a reminder by email.
type PhotoRequestRemindedEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.reminded".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        ChangeEventData `json:"data"`
}

// A customer submitted photos, through a one-time request or a permanent link.
type PhotoRequestSubmittedEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.submitted".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string              `json:"environment"`
	Data        SubmissionEventData `json:"data"`
}

// The customer opened the page: the first time, and once more in each round after you asked for changes.
type PhotoRequestViewedEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_request.viewed".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string          `json:"environment"`
	Data        ChangeEventData `json:"data"`
}

type PhotoSlot struct {
	Instructions string  `json:"instructions"`
	IsRequired   bool    `json:"is_required"`
	Hint         *string `json:"hint"`
	MinPhotos    int     `json:"min_photos"`
	MaxPhotos    int     `json:"max_photos"`
	// Today one of `frame`, `card`, `document`, `car_front`, `car_side`, `car_rear`, `car_corner`, `meter`; more may be added. One of "frame", "card", "document", "car_front", "car_side", "car_rear", "car_corner", "meter".
	Guide          *string `json:"guide"`
	GuideImageID   *string `json:"guide_image_id"`
	ExampleImageID *string `json:"example_image_id"`
}

// A customer submitted photos through a permanent link. `photo_request.submitted` tells of the same submission.
type PhotoSubmissionCreatedEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "photo_submission.created".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string              `json:"environment"`
	Data        SubmissionEventData `json:"data"`
}

type Ping struct {
	// One of "pong".
	Message   string   `json:"message"`
	Timestamp string   `json:"timestamp"`
	Data      PingData `json:"data"`
	Meta      Meta     `json:"meta"`
}

type PingData struct {
	// One of "pong".
	Message   string `json:"message"`
	Timestamp string `json:"timestamp"`
}

type Question struct {
	ID string `json:"id"`
	// Today one of `short_text`, `long_text`, `number`, `yes_no`, `single_choice`, `multiple_choice`, `date`, `signature`, `identifier`; more may be added. One of "short_text", "long_text", "number", "yes_no", "single_choice", "multiple_choice", "date", "signature", "identifier".
	Type       string  `json:"type"`
	Label      string  `json:"label"`
	Help       *string `json:"help"`
	IsRequired bool    `json:"is_required"`
	// One of "before", "after".
	Position string          `json:"position"`
	Min      *float64        `json:"min"`
	Max      *float64        `json:"max"`
	Unit     *string         `json:"unit"`
	Options  []string        `json:"options"`
	Pattern  *string         `json:"pattern"`
	ShowIf   *QuestionShowIf `json:"show_if"`
}

type QuestionShowIf struct {
	QuestionID string `json:"question_id"`
	Equals     any    `json:"equals"`
}

type ReadNotifications struct {
	// The newest one that was seen.
	UpTo string `json:"up_to"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v ReadNotifications) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type Reminder struct {
	// `not_opened` and `not_submitted`: so many hours after the customer was asked, unless the link was opened or the photos were submitted by then. `before_expiry`: so many hours before `expires_at`. Today one of `not_opened`, `not_submitted`, `before_expiry`; more may be added. One of "not_opened", "not_submitted", "before_expiry".
	When  string `json:"when"`
	Hours int    `json:"hours"`
	// When it will be sent, if there is still reason to. null if it was sent or will not be.
	DueAt *string `json:"due_at"`
}

type ReminderRule struct {
	// `not_opened` and `not_submitted`: so many hours after the customer was asked, unless the link was opened or the photos were submitted by then. `before_expiry`: so many hours before `expires_at`. One of "not_opened", "not_submitted", "before_expiry".
	When  string `json:"when"`
	Hours int    `json:"hours"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v ReminderRule) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type ReopenPhotoRequest struct {
	// How long the link works again, from now on.
	Hours int `json:"hours"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v ReopenPhotoRequest) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type ReplayDeliveries struct {
	// Default: `failed`, `held` and `blocked`, all that did not arrive.
	Statuses      []string `json:"statuses,omitempty"`
	CreatedAfter  *string  `json:"created_after,omitempty"`
	CreatedBefore *string  `json:"created_before,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v ReplayDeliveries) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type ReplayedDeliveries struct {
	// How many are sent again.
	Count int `json:"count"`
}

type Review struct {
	// Today one of `pending`, `approved`, `changes_requested`, `rejected`; more may be added. One of "pending", "approved", "changes_requested", "rejected".
	State string `json:"state"`
	// The round that it is about.
	Round     int     `json:"round"`
	DecidedAt *string `json:"decided_at"`
	// Email address of the member. null if it was decided by API.
	DecidedBy *string `json:"decided_by"`
	// What was said about all of it.
	Message *string `json:"message"`
	// The slots whose photos have to be taken again.
	Slots []ReviewSlot `json:"slots"`
	// The questions that have to be answered again.
	Questions []ReviewQuestion `json:"questions"`
}

type ReviewSlot struct {
	SlotIndex int `json:"slot_index"`
	// Today one of `blurred`, `too_dark`, `glare`, `cut_off`, `too_far`, `wrong_subject`, `not_readable`, `other`; more may be added. One of "blurred", "too_dark", "glare", "cut_off", "too_far", "wrong_subject", "not_readable", "other".
	Reason  string  `json:"reason"`
	Message *string `json:"message"`
}

type ReviewQuestion struct {
	QuestionID string  `json:"question_id"`
	Message    *string `json:"message"`
}

type ReviewDecision struct {
	// One of "approve", "request_changes", "reject".
	Decision string `json:"decision"`
	// About all of it. Shown to the customer if you request changes, otherwise only to your team and integrations.
	Message *string `json:"message,omitempty"`
	// If you request changes: the photos to take again. The others stay.
	Slots []AskedSlot `json:"slots,omitempty"`
	// If you request changes: the questions to answer again. The other answers stay.
	Questions []AskedQuestion `json:"questions,omitempty"`
	// If you request changes: how long the link stays open. Default: 168, or as long as it is open anyway.
	ExpiresInHours *int `json:"expires_in_hours,omitempty"`
	// If you request changes: whether the customer gets an email. Default: true if the request has a `recipient_email`.
	SendEmail *bool `json:"send_email,omitempty"`
	// If you request changes: whether the customer gets a message on the phone. Default: true if one was sent before.
	SendSMs *bool `json:"send_sms,omitempty"`
	// The state you decide on. If someone else has decided meanwhile, your decision is refused with `review_conflict`. Without it, only what no one has decided yet can be decided; with it, a decision can be changed. One of "pending", "approved", "changes_requested", "rejected", "none".
	ExpectedState *string `json:"expected_state,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v ReviewDecision) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type SlotImage struct {
	ID string `json:"id"`
	// `example`: shows the customer what a good photo looks like. `guide`: an outline that lies over the camera’s picture, a PNG with a transparent background. Today one of `example`, `guide`; more may be added. One of "example", "guide".
	Purpose string `json:"purpose"`
	// Public: whoever has the address can see the image.
	URL       string `json:"url"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Bytes     int    `json:"bytes"`
	CreatedAt string `json:"created_at"`
}

type Stats struct {
	Plan           StatsPlan           `json:"plan"`
	Usage          StatsUsage          `json:"usage"`
	PhotoRequests  StatsPhotoRequests  `json:"photo_requests"`
	PermanentLinks StatsPermanentLinks `json:"permanent_links"`
	// Deliveries in the last 24 hours, by outcome.
	Webhooks StatsWebhooks `json:"webhooks"`
}

type StatsPlan struct {
	// Today one of `developer_free`, `starter`, `professional`, `enterprise`; more may be added. One of "developer_free", "starter", "professional", "enterprise".
	ID           string `json:"id"`
	Name         string `json:"name"`
	EmailEnabled bool   `json:"email_enabled"`
	APIEnabled   bool   `json:"api_enabled"`
	// null: unlimited.
	PhotosLimit      *int `json:"photos_limit"`
	PhotosPerRequest int  `json:"photos_per_request"`
	// null: unlimited.
	PermanentLinksLimit *int `json:"permanent_links_limit"`
	// null: unlimited.
	APIKeysLimit *int `json:"api_keys_limit"`
}

type StatsUsage struct {
	PhotosUsed int `json:"photos_used"`
	// null: unlimited.
	PhotosLimit *int `json:"photos_limit"`
	// null: unlimited.
	PhotosRemaining *int `json:"photos_remaining"`
	// Whether the quota is a lifetime total rather than monthly.
	IsLifetimeQuota    bool    `json:"is_lifetime_quota"`
	BillingPeriodStart *string `json:"billing_period_start"`
	BillingPeriodEnd   *string `json:"billing_period_end"`
}

type StatsPhotoRequests struct {
	Pending    int `json:"pending"`
	InProgress int `json:"in_progress"`
	Submitted  int `json:"submitted"`
	Expired    int `json:"expired"`
	Canceled   int `json:"canceled"`
}

type StatsPermanentLinks struct {
	Total int `json:"total"`
	// Those a customer can use right now.
	Active int `json:"active"`
	// Visits to all of them with photos that haven’t been submitted yet.
	DraftCount int `json:"draft_count"`
	// Storage used by their photos, in bytes.
	DraftBytes int `json:"draft_bytes"`
}

// Deliveries in the last 24 hours, by outcome.
type StatsWebhooks struct {
	Delivered int `json:"delivered"`
	Failed    int `json:"failed"`
	Pending   int `json:"pending"`
}

type Status struct {
	// Today one of `ok`, `degraded`; more may be added. One of "ok", "degraded".
	Status  string `json:"status"`
	Version string `json:"version"`
	Time    string `json:"time"`
	// Dependencies that don’t respond; present only when the status is degraded.
	Problems []string `json:"problems,omitempty"`
}

type SubmissionEventData struct {
	// The photo request.
	ID string `json:"id"`
	// `permanent` if the customer came through a permanent link. Today one of `one_time`, `permanent`; more may be added. One of "one_time", "permanent".
	Type string `json:"type"`
	// Text shown to the customer.
	Instructions string `json:"instructions"`
	// What the customer answered. Empty without questions.
	Answers []Answer `json:"answers"`
	// The photos that stand, in the order of the slots. Their `sealed_url` is null: photos are sealed right after the submission, and events don’t wait for that.
	Photos []Photo `json:"photos"`
	// When the customer submitted the photos.
	SubmittedAt string `json:"submitted_at"`
	// 1, and one more for each time that you asked the customer for changes.
	Round int `json:"round"`
	// The permanent link that the customer came through. null for a one-time request.
	PermanentLinkID *string `json:"permanent_link_id"`
	// Your own identifier, as you set it.
	ExternalID *string `json:"external_id"`
	// Your own key-value pairs, as you set them.
	Metadata map[string]string `json:"metadata"`
}

type Template struct {
	ID           string      `json:"id"`
	Name         string      `json:"name"`
	IsArchived   bool        `json:"is_archived"`
	Instructions string      `json:"instructions"`
	PhotoSlots   []PhotoSlot `json:"photo_slots"`
	Questions    []Question  `json:"questions"`
	// The texts in other languages, by language. A customer whose language is among them reads those.
	Translations     map[string]Translation `json:"translations"`
	RequiresReview   bool                   `json:"requires_review"`
	EvidencePolicy   *EvidencePolicy        `json:"evidence_policy"`
	ReturnURL        *string                `json:"return_url"`
	CancelURL        *string                `json:"cancel_url"`
	Metadata         map[string]string      `json:"metadata"`
	ExpiresInHours   *int                   `json:"expires_in_hours"`
	ExpectedLocation *ExpectedLocation      `json:"expected_location"`
	Reminders        []TemplateReminder     `json:"reminders"`
	Locale           *string                `json:"locale"`
	CreatedAt        string                 `json:"created_at"`
	UpdatedAt        string                 `json:"updated_at"`
}

type TemplateReminder struct {
	// `not_opened` and `not_submitted`: so many hours after the customer was asked, unless the link was opened or the photos were submitted by then. `before_expiry`: so many hours before `expires_at`. Today one of `not_opened`, `not_submitted`, `before_expiry`; more may be added. One of "not_opened", "not_submitted", "before_expiry".
	When  string `json:"when"`
	Hours int    `json:"hours"`
}

type TimelineEntry struct {
	At string `json:"at"`
	// Today one of `created`, `email_queued`, `email_sent`, `email_failed`, `phone_queued`, `phone_sent`, `phone_delivered`, `phone_failed`, `reminded`, `viewed`, `photo`, `refused`, `held`, `approved`, `rejected`, `submitted`, `changes_requested`, `expired`, `canceled`, `extended`, `assigned`, `unassigned`, `note`, `reopened`, `webhook`; more may be added. One of "created", "email_queued", "email_sent", "email_failed", "phone_queued", "phone_sent", "phone_delivered", "phone_failed", "reminded", "viewed", "photo", "refused", "held", "approved", "rejected", "submitted", "changes_requested", "expired", "canceled", "extended", "assigned", "unassigned", "note", "reopened", "webhook".
	Kind string `json:"kind"`
	// Who did it, if it was a member.
	By *string `json:"by"`
	// Such as why an email failed, or which reminder was sent.
	Note    *string `json:"note"`
	PhotoID *string `json:"photo_id"`
	// A photo that the customer was asked to take again, and the checks that warned of it.
	Refused *TimelineEntryRefused `json:"refused"`
	// A webhook about it.
	Delivery   *TimelineEntryDelivery `json:"delivery"`
	MemberNote *Note                  `json:"member_note"`
}

type TimelineEntryRefused struct {
	SlotIndex int      `json:"slot_index"`
	Checks    []string `json:"checks"`
}

type TimelineEntryDelivery struct {
	ID           string `json:"id"`
	EndpointID   string `json:"endpoint_id"`
	EndpointName string `json:"endpoint_name"`
	EventType    string `json:"event_type"`
	// Today one of `due`, `held`, `delivered`, `failed`, `blocked`; more may be added. One of "due", "held", "delivered", "failed", "blocked".
	Status       string `json:"status"`
	AttemptCount int    `json:"attempt_count"`
}

type Translation struct {
	Instructions *string `json:"instructions,omitempty"`
	// One for each of the `photo_slots`, in their order. null: not translated.
	PhotoSlots []*TranslationPhotoSlot `json:"photo_slots,omitempty"`
	// By the id of the question.
	Questions map[string]TranslationQuestion `json:"questions,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v Translation) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type TranslationPhotoSlot struct {
	Instructions *string `json:"instructions,omitempty"`
	Hint         *string `json:"hint,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v TranslationPhotoSlot) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type TranslationQuestion struct {
	Label *string `json:"label,omitempty"`
	Help  *string `json:"help,omitempty"`
	Unit  *string `json:"unit,omitempty"`
	// As many as the question has, in its order. Answers are told in the question’s own words.
	Options []string `json:"options,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v TranslationQuestion) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type UnreadNotifications struct {
	// Counted up to 100.
	Unread int `json:"unread"`
}

type UpdateNote struct {
	Text *string `json:"text,omitempty"`
	// The `id` of each member who is told of it.
	Mentions []string `json:"mentions,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v UpdateNote) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type UpdateNotificationChoices struct {
	Submitted       *ChooseNotification `json:"submitted,omitempty"`
	Review          *ChooseNotification `json:"review,omitempty"`
	Mentioned       *ChooseNotification `json:"mentioned,omitempty"`
	EndpointFailing *ChooseNotification `json:"endpoint_failing,omitempty"`
	ArchiveFailing  *ChooseNotification `json:"archive_failing,omitempty"`
	Quota           *ChooseNotification `json:"quota,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v UpdateNotificationChoices) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type UpdatePermanentLink struct {
	// A name for the link.
	Name *string `json:"name,omitempty"`
	// The readable part of the link’s address. Must be unique on this server.
	Slug *string `json:"slug,omitempty"`
	// Text shown to the customer.
	Instructions *string        `json:"instructions,omitempty"`
	PhotoSlots   []NewPhotoSlot `json:"photo_slots,omitempty"`
	IsActive     *bool          `json:"is_active,omitempty"`
	// When the link closes. null: never.
	ExpiresAt *string `json:"expires_at,omitempty"`
	// Maximum number of submissions. null: no limit.
	MaxSubmissions *int `json:"max_submissions,omitempty"`
	// Maximum number of submissions per IP address (IPv6: per /64 network) within 24 hours. null: the default limits.
	DailyLimitPerAddress *int `json:"daily_limit_per_address,omitempty"`
	// Visitors must enter this code before they can send photos. null: no code. Not case-sensitive. Never returned.
	AccessCode *string `json:"access_code,omitempty"`
	// Whether submissions are held until a member approves them in the web application. A held submission uses no quota, sends no event and appears in no list.
	RequiresApproval *bool `json:"requires_approval,omitempty"`
	// Whether your team decides about each submission, as in a photo request.
	RequiresReview *bool         `json:"requires_review,omitempty"`
	Questions      []NewQuestion `json:"questions,omitempty"`
	// The texts in other languages, by language. A customer whose language is among them reads those.
	Translations map[string]Translation `json:"translations,omitempty"`
	// What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts.
	EvidencePolicy *EvidencePolicy `json:"evidence_policy,omitempty"`
	// Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
	ReturnURL *string `json:"return_url,omitempty"`
	// Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
	CancelURL *string           `json:"cancel_url,omitempty"`
	Metadata  map[string]string `json:"metadata,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v UpdatePermanentLink) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type UpdateTemplate struct {
	// A name for your team. Customers do not see it.
	Name *string `json:"name,omitempty"`
	// Text shown to the customer.
	Instructions *string `json:"instructions,omitempty"`
	// An archived template stays readable, but nothing can be created from it.
	IsArchived *bool `json:"is_archived,omitempty"`
	// Specific photos to request, one per slot.
	PhotoSlots []NewPhotoSlot `json:"photo_slots,omitempty"`
	// Questions for the customer, beside the photos.
	Questions []NewQuestion `json:"questions,omitempty"`
	// The texts in other languages, by language. A customer whose language is among them reads those.
	Translations map[string]Translation `json:"translations,omitempty"`
	// Whether your team decides about each submission: `review.state` is `pending` until then. Default: false.
	RequiresReview *bool `json:"requires_review,omitempty"`
	// What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts.
	EvidencePolicy *EvidencePolicy `json:"evidence_policy,omitempty"`
	// Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
	ReturnURL *string `json:"return_url,omitempty"`
	// Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
	CancelURL *string `json:"cancel_url,omitempty"`
	// Up to 20 key-value pairs of strings, returned unchanged.
	Metadata map[string]string `json:"metadata,omitempty"`
	// How long the request stays open; sets `expires_at`. Default: 168.
	ExpiresInHours *int `json:"expires_in_hours,omitempty"`
	// Where the photos should be taken. A photo from elsewhere gets a warning.
	ExpectedLocation *UpdateTemplateExpectedLocation `json:"expected_location,omitempty"`
	// When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`.
	Reminders []ReminderRule `json:"reminders,omitempty"`
	// Language of the customer’s page. Default: en.
	Locale *string `json:"locale,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v UpdateTemplate) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type UpdateTemplateExpectedLocation struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
	// How far from there a photo may be taken, in meters.
	RadiusM float64 `json:"radius_m"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v UpdateTemplateExpectedLocation) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type UpdateWebhookEndpoint struct {
	// Where events are sent. HTTPS, unless the operator allows otherwise.
	URL *string `json:"url,omitempty"`
	// A name for your own use. Default: the hostname.
	Name   *string  `json:"name,omitempty"`
	Events []string `json:"events,omitempty"`
	// While off, nothing is sent. On again, what is held stays held until you replay it, and the count of failures starts again.
	IsActive *bool `json:"is_active,omitempty"`
	// Fields to send as null, by their names in the API. What is nil is not sent otherwise.
	NullFields []string `json:"-"`
}

func (v UpdateWebhookEndpoint) MarshalJSON() ([]byte, error) {
	return marshalSent(v, v.NullFields)
}

type WebhookAttemptOutcome struct {
	// Today one of `delivered`, `answered_badly`, `timed_out`, `unreachable`, `blocked`; more may be added. One of "delivered", "answered_badly", "timed_out", "unreachable", "blocked".
	Outcome string `json:"outcome"`
	// The HTTP status of the response, if there was one.
	StatusCode *int `json:"status_code"`
	// Why there was no response.
	Error *string `json:"error"`
}

type WebhookDelivery struct {
	ID string `json:"id"`
	// As in `X-Webhook-ID` and in `GET /events`.
	EventID string `json:"event_id"`
	// Today one of `photo_request.submitted`, `photo_submission.created`, `photo_request.created`, `photo_request.first_viewed`, `photo_request.viewed`, `photo_request.reminded`, `photo_request.approved`, `photo_request.changes_requested`, `photo_request.rejected`, `photo_request.canceled`, `photo_request.expired`, `photo_request.deleted`, `webhook.test`; more may be added. One of "photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted", "webhook.test".
	Event string `json:"event"`
	// `null` for a test event.
	PhotoRequestID *string `json:"photo_request_id"`
	// `due`: sent soon or tried again; `held`: waits until you replay it; `failed`: every attempt failed; `blocked`: the address is not allowed. Today one of `due`, `held`, `delivered`, `failed`, `blocked`; more may be added. One of "due", "held", "delivered", "failed", "blocked".
	Status       string `json:"status"`
	AttemptCount int    `json:"attempt_count"`
	// An attempt is running right now.
	IsUnderWay    bool                   `json:"is_under_way"`
	NextAttemptAt *string                `json:"next_attempt_at"`
	LastAttempt   *WebhookAttemptOutcome `json:"last_attempt"`
	CreatedAt     string                 `json:"created_at"`
	FinishedAt    *string                `json:"finished_at"`
}

type WebhookDeliveryDetail struct {
	ID string `json:"id"`
	// As in `X-Webhook-ID` and in `GET /events`.
	EventID string `json:"event_id"`
	// Today one of `photo_request.submitted`, `photo_submission.created`, `photo_request.created`, `photo_request.first_viewed`, `photo_request.viewed`, `photo_request.reminded`, `photo_request.approved`, `photo_request.changes_requested`, `photo_request.rejected`, `photo_request.canceled`, `photo_request.expired`, `photo_request.deleted`, `webhook.test`; more may be added. One of "photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted", "webhook.test".
	Event string `json:"event"`
	// `null` for a test event.
	PhotoRequestID *string `json:"photo_request_id"`
	// `due`: sent soon or tried again; `held`: waits until you replay it; `failed`: every attempt failed; `blocked`: the address is not allowed. Today one of `due`, `held`, `delivered`, `failed`, `blocked`; more may be added. One of "due", "held", "delivered", "failed", "blocked".
	Status       string `json:"status"`
	AttemptCount int    `json:"attempt_count"`
	// An attempt is running right now.
	IsUnderWay    bool                   `json:"is_under_way"`
	NextAttemptAt *string                `json:"next_attempt_at"`
	LastAttempt   *WebhookAttemptOutcome `json:"last_attempt"`
	CreatedAt     string                 `json:"created_at"`
	FinishedAt    *string                `json:"finished_at"`
	// The API call that caused the event, if one did.
	RequestID *string `json:"request_id"`
	// The exact bytes that are signed and sent.
	Body     string                         `json:"body"`
	Attempts []WebhookDeliveryDetailAttempt `json:"attempts"`
}

type WebhookDeliveryDetailAttempt struct {
	Number int `json:"number"`
	// Today one of `delivered`, `answered_badly`, `timed_out`, `unreachable`, `blocked`; more may be added. One of "delivered", "answered_badly", "timed_out", "unreachable", "blocked".
	Outcome string `json:"outcome"`
	// The HTTP status of the response, if there was one.
	StatusCode *int `json:"status_code"`
	// Why there was no response.
	Error *string `json:"error"`
	// The IP address that was connected to.
	Address *string `json:"address"`
	// How the body of the response begins.
	ResponseBody *string `json:"response_body"`
	DurationMs   int     `json:"duration_ms"`
	StartedAt    string  `json:"started_at"`
}

type WebhookEndpoint struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	URL    string   `json:"url"`
	Events []string `json:"events"`
	// Whose events it gets: those of your key’s environment, or of both if it was created in the web application. Today one of `live`, `test`, `both`; more may be added. One of "live", "test", "both".
	Serves   string `json:"serves"`
	IsActive bool   `json:"is_active"`
	// Why it is off: `manual`: someone turned it off, `gone`: it returned 410, `failing`: it failed for five days. One of "manual", "gone", "failing".
	DisabledReason *string `json:"disabled_reason"`
	// A new secret signs too, and waits to be activated.
	IsRotating bool `json:"is_rotating"`
	// Failed attempts since the last success.
	Failures     int     `json:"failures"`
	FailingSince *string `json:"failing_since"`
	// Nothing is sent until then, after too many failures.
	PausedUntil   *string `json:"paused_until"`
	LastSuccessAt *string `json:"last_success_at"`
	CreatedAt     string  `json:"created_at"`
	UpdatedAt     string  `json:"updated_at"`
}

type WebhookEndpointDetail struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	URL    string   `json:"url"`
	Events []string `json:"events"`
	// Whose events it gets: those of your key’s environment, or of both if it was created in the web application. Today one of `live`, `test`, `both`; more may be added. One of "live", "test", "both".
	Serves   string `json:"serves"`
	IsActive bool   `json:"is_active"`
	// Why it is off: `manual`: someone turned it off, `gone`: it returned 410, `failing`: it failed for five days. One of "manual", "gone", "failing".
	DisabledReason *string `json:"disabled_reason"`
	// A new secret signs too, and waits to be activated.
	IsRotating bool `json:"is_rotating"`
	// Failed attempts since the last success.
	Failures     int     `json:"failures"`
	FailingSince *string `json:"failing_since"`
	// Nothing is sent until then, after too many failures.
	PausedUntil   *string `json:"paused_until"`
	LastSuccessAt *string `json:"last_success_at"`
	CreatedAt     string  `json:"created_at"`
	UpdatedAt     string  `json:"updated_at"`
	// Deliveries that wait until you replay them.
	HeldCount int `json:"held_count"`
}

type WebhookEndpointWithSecret struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	URL    string   `json:"url"`
	Events []string `json:"events"`
	// Whose events it gets: those of your key’s environment, or of both if it was created in the web application. Today one of `live`, `test`, `both`; more may be added. One of "live", "test", "both".
	Serves   string `json:"serves"`
	IsActive bool   `json:"is_active"`
	// Why it is off: `manual`: someone turned it off, `gone`: it returned 410, `failing`: it failed for five days. One of "manual", "gone", "failing".
	DisabledReason *string `json:"disabled_reason"`
	// A new secret signs too, and waits to be activated.
	IsRotating bool `json:"is_rotating"`
	// Failed attempts since the last success.
	Failures     int     `json:"failures"`
	FailingSince *string `json:"failing_since"`
	// Nothing is sent until then, after too many failures.
	PausedUntil   *string `json:"paused_until"`
	LastSuccessAt *string `json:"last_success_at"`
	CreatedAt     string  `json:"created_at"`
	UpdatedAt     string  `json:"updated_at"`
	// Shown only here. Store it like a password.
	SigningSecret string `json:"signing_secret"`
}

// You sent a test event. It needs no subscription, and its links lead to a sample photo.
type WebhookTestEvent struct {
	// What happened. The same is in the `X-Webhook-Event` header. One of "webhook.test".
	Event string `json:"event"`
	// When it happened.
	Timestamp string `json:"timestamp"`
	// One of "live", "test".
	Environment string              `json:"environment"`
	Data        SubmissionEventData `json:"data"`
}

type WebhookTestResult struct {
	EventID    string `json:"event_id"`
	DeliveryID string `json:"delivery_id"`
	// Today one of `delivered`, `answered_badly`, `timed_out`, `unreachable`, `blocked`; more may be added. One of "delivered", "answered_badly", "timed_out", "unreachable", "blocked".
	Outcome string `json:"outcome"`
	// The HTTP status of the response, if there was one.
	StatusCode *int `json:"status_code"`
	// Why there was no response.
	Error *string `json:"error"`
	// The IP address that was connected to.
	Address *string `json:"address"`
	// How the body of the response begins.
	ResponseBody *string `json:"response_body"`
	DurationMs   int     `json:"duration_ms"`
}

// What a deleted object leaves.
type Deleted struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

type ListPhotoRequestsQuery struct {
	// How many entries a page has. Default: 20.
	Limit int `query:"limit"`
	// The `next_cursor` from the previous page.
	Cursor string `query:"cursor"`
	// Only those in this status. One of "pending", "in_progress", "submitted", "expired", "canceled".
	Status string `query:"status"`
	// `permanent`: submissions through permanent links. One of "one_time", "permanent".
	Type string `query:"type"`
	// Only submissions through this permanent link.
	PermanentLinkID string `query:"permanent_link_id"`
	// Only those with this identifier of your own.
	ExternalID string `query:"external_id"`
	// Whether a check warned of one of its photos.
	HasWarnings *bool `query:"has_warnings"`
	// Whether the customer has submitted it and it waits for review.
	IsHeld *bool `query:"is_held"`
	// Whether your team has yet to decide about it: `review.state` is `pending`, or it is held (`is_held`).
	NeedsReview *bool `query:"needs_review"`
	// Created at this time or later.
	CreatedAfter string `query:"created_after"`
	// Created before this time.
	CreatedBefore string `query:"created_before"`
	// By time of creation. `asc`: oldest first. Default: `desc`. Not `asc` together with `search`. One of "asc", "desc".
	Order string `query:"order"`
	// An id, a code, or any part of an external id, of the recipient’s email address or of an answer. A page may hold fewer matches than `limit`, or none, while `has_more` is true.
	Search string `query:"search"`
	// Only those that this member takes care of.
	AssigneeID string `query:"assignee_id"`
	// `team`: as your team sees them in the web application. `items` then has also photos that wait for review, and there are `assignee`, `unsent_photos` and `wanted_photos`. One of "team".
	View string `query:"view"`
}

type DownloadPhotosPhotoRequestsQuery struct {
	// `sealed`: the photos with content credentials. One of "original", "sealed".
	Photos string `query:"photos"`
}

type ListPermanentLinksQuery struct {
	// How many entries a page has. Default: 20.
	Limit int `query:"limit"`
	// The `next_cursor` from the previous page.
	Cursor string `query:"cursor"`
	// Created at this time or later.
	CreatedAfter string `query:"created_after"`
	// Created before this time.
	CreatedBefore string `query:"created_before"`
}

type ListTemplatesQuery struct {
	// How many entries a page has. Default: 20.
	Limit int `query:"limit"`
	// The `next_cursor` from the previous page.
	Cursor string `query:"cursor"`
	// Only those that are, or are not.
	IsArchived *bool `query:"is_archived"`
}

type ListSlotImagesQuery struct {
	// How many entries a page has. Default: 20.
	Limit int `query:"limit"`
	// The `next_cursor` from the previous page.
	Cursor string `query:"cursor"`
	// `example`: shows the customer what a good photo looks like. `guide`: an outline that lies over the camera’s picture, a PNG with a transparent background. One of "example", "guide".
	Purpose string `query:"purpose"`
}

type CreateSlotImagesQuery struct {
	// `example`: shows the customer what a good photo looks like. `guide`: an outline that lies over the camera’s picture, a PNG with a transparent background. One of "example", "guide".
	Purpose string `query:"purpose"`
}

type ListMembersQuery struct {
	// How many entries a page has. Default: 20.
	Limit int `query:"limit"`
	// The `next_cursor` from the previous page.
	Cursor string `query:"cursor"`
}

type ListNotificationsMembersQuery struct {
	// How many entries a page has. Default: 20.
	Limit int `query:"limit"`
	// The `next_cursor` from the previous page.
	Cursor string `query:"cursor"`
}

type ListWebhookEndpointsQuery struct {
	// How many entries a page has. Default: 20.
	Limit int `query:"limit"`
	// The `next_cursor` from the previous page.
	Cursor string `query:"cursor"`
}

type ListDeliveriesWebhookEndpointsQuery struct {
	// How many entries a page has. Default: 20.
	Limit int `query:"limit"`
	// The `next_cursor` from the previous page.
	Cursor string `query:"cursor"`
	// Only those in this status. One of "due", "held", "delivered", "failed", "blocked".
	Status string `query:"status"`
	// Only those of this event. One of "photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted", "webhook.test".
	Event string `query:"event"`
	// Only those about this photo request.
	PhotoRequestID string `query:"photo_request_id"`
	// Created at this time or later.
	CreatedAfter string `query:"created_after"`
	// Created before this time.
	CreatedBefore string `query:"created_before"`
}

type ListEventsQuery struct {
	// How many entries a page has. Default: 20.
	Limit int `query:"limit"`
	// The `next_cursor` from the previous page.
	Cursor string `query:"cursor"`
	// Only events of this type. One of "photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted".
	Event string `query:"event"`
	// Only what happened to this photo request.
	PhotoRequestID string `query:"photo_request_id"`
	// Happened at this time or later.
	CreatedAfter string `query:"created_after"`
	// Happened before this time.
	CreatedBefore string `query:"created_before"`
	// Only what happened after the event with this id: the last one that you have handled. It need not be there anymore.
	After string `query:"after"`
	// `asc`: oldest first, 30 seconds after the event, so that nothing can come in before what you have read. Default: `desc`. One of "asc", "desc".
	Order string `query:"order"`
}
