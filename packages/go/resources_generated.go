// Code generated. Made from docs/openapi.json by `npm run sdks`; changes are lost. DO NOT EDIT.

package shutterpost

import (
	"context"
	"net/url"
)

// Resources are the calls of a client.
type Resources struct {
	// Ask one customer for photos.
	PhotoRequests *PhotoRequestsResource
	// A reusable link for many customers.
	PermanentLinks *PermanentLinksResource
	// What your team asks for again and again.
	Templates *TemplatesResource
	// Example pictures and guides that customers see beside the camera.
	SlotImages *SlotImagesResource
	// Your team: who can be assigned and mentioned, and what each is told of.
	Members *MembersResource
	// Where events are sent, and what came of it.
	WebhookEndpoints *WebhookEndpointsResource
	// What happened, to read after an outage.
	Events *EventsResource
	// For your own tests, with test keys.
	TestHelpers *TestHelpersResource
	// Health, statistics and the plan.
	Service *ServiceResource
}

func newResources(transport *transport) Resources {
	return Resources{
		PhotoRequests:    &PhotoRequestsResource{transport},
		PermanentLinks:   &PermanentLinksResource{transport},
		Templates:        &TemplatesResource{transport},
		SlotImages:       &SlotImagesResource{transport},
		Members:          &MembersResource{transport},
		WebhookEndpoints: &WebhookEndpointsResource{transport},
		Events:           &EventsResource{transport},
		TestHelpers:      &TestHelpersResource{transport},
		Service:          &ServiceResource{transport},
	}
}

// PhotoRequestsResource: Ask one customer for photos
type PhotoRequestsResource struct {
	transport *transport
}

// List: List photo requests, newest first.
func (r *PhotoRequestsResource) List(ctx context.Context, query *ListPhotoRequestsQuery) *Pages[PhotoRequest] {
	return newPages[PhotoRequest](ctx, r.transport, call{method: "GET", path: "/photo-requests", query: queryOf(query)})
}

// Create: Create a photo request.
func (r *PhotoRequestsResource) Create(ctx context.Context, body CreatePhotoRequest, options ...CreateOption) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "POST", path: "/photo-requests", body: body, isCreation: true, options: options})
}

// Get: Get one photo request.
func (r *PhotoRequestsResource) Get(ctx context.Context, id string) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "GET", path: "/photo-requests/" + url.PathEscape(id)})
}

// Delete: Delete a photo request and its photos; the customer’s link stops working.
func (r *PhotoRequestsResource) Delete(ctx context.Context, id string) (*Deleted, error) {
	return sendForObject[Deleted](ctx, r.transport, call{method: "DELETE", path: "/photo-requests/" + url.PathEscape(id)})
}

// GetTeamView: Get one photo request as your team sees it, with its assignee and what waits for review.
func (r *PhotoRequestsResource) GetTeamView(ctx context.Context, id string) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "GET", path: "/photo-requests/" + url.PathEscape(id) + "/team-view"})
}

// ListTimeline: List everything that happened to a photo request, oldest first.
func (r *PhotoRequestsResource) ListTimeline(ctx context.Context, id string) *Pages[TimelineEntry] {
	return newPages[TimelineEntry](ctx, r.transport, call{method: "GET", path: "/photo-requests/" + url.PathEscape(id) + "/timeline"})
}

// Erase: Delete a photo request with every trace of its customer: emails, events, kept responses.
func (r *PhotoRequestsResource) Erase(ctx context.Context, id string) (*Deleted, error) {
	return sendForObject[Deleted](ctx, r.transport, call{method: "POST", path: "/photo-requests/" + url.PathEscape(id) + "/erase"})
}

// Cancel: Cancel an open photo request; the link closes and photos that were not submitted are deleted.
func (r *PhotoRequestsResource) Cancel(ctx context.Context, id string) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "POST", path: "/photo-requests/" + url.PathEscape(id) + "/cancel"})
}

// Extend: Keep an open photo request open for longer, or open an expired one again.
func (r *PhotoRequestsResource) Extend(ctx context.Context, id string, body ExtendPhotoRequest) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "POST", path: "/photo-requests/" + url.PathEscape(id) + "/extend", body: body})
}

// ResendEmail: Email the link to the customer again, at most 5 times a day.
func (r *PhotoRequestsResource) ResendEmail(ctx context.Context, id string) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "POST", path: "/photo-requests/" + url.PathEscape(id) + "/resend-email"})
}

// ResendSMs: Send the link to the customer’s phone, at most 3 times an hour.
func (r *PhotoRequestsResource) ResendSMs(ctx context.Context, id string) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "POST", path: "/photo-requests/" + url.PathEscape(id) + "/resend-sms"})
}

// Reopen: Reopen an expired photo request; the same link works again, with the photos taken so far.
func (r *PhotoRequestsResource) Reopen(ctx context.Context, id string, body ReopenPhotoRequest) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "POST", path: "/photo-requests/" + url.PathEscape(id) + "/reopen", body: body})
}

// Remind: Remind the customer right now, by email and phone as the request has them.
func (r *PhotoRequestsResource) Remind(ctx context.Context, id string) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "POST", path: "/photo-requests/" + url.PathEscape(id) + "/remind"})
}

// ChangeReminders: Replace the scheduled reminders of an open photo request.
func (r *PhotoRequestsResource) ChangeReminders(ctx context.Context, id string, body ChangeReminders) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "PUT", path: "/photo-requests/" + url.PathEscape(id) + "/reminders", body: body})
}

// ListNotes: List the notes of your team on a photo request, oldest first: 200 at most.
func (r *PhotoRequestsResource) ListNotes(ctx context.Context, id string) *Pages[Note] {
	return newPages[Note](ctx, r.transport, call{method: "GET", path: "/photo-requests/" + url.PathEscape(id) + "/notes"})
}

// CreateNote: Write a note on a photo request; members who are mentioned are told.
func (r *PhotoRequestsResource) CreateNote(ctx context.Context, id string, body CreateNote, options ...CreateOption) (*Note, error) {
	return sendForObject[Note](ctx, r.transport, call{method: "POST", path: "/photo-requests/" + url.PathEscape(id) + "/notes", body: body, isCreation: true, options: options})
}

// UpdateNote: Edit a note that was written by API; fields you leave out stay unchanged.
func (r *PhotoRequestsResource) UpdateNote(ctx context.Context, id string, noteID string, body UpdateNote) (*Note, error) {
	return sendForObject[Note](ctx, r.transport, call{method: "PATCH", path: "/photo-requests/" + url.PathEscape(id) + "/notes/" + url.PathEscape(noteID), body: body})
}

// DeleteNote: Delete a note, whoever wrote it.
func (r *PhotoRequestsResource) DeleteNote(ctx context.Context, id string, noteID string) (*Deleted, error) {
	return sendForObject[Deleted](ctx, r.transport, call{method: "DELETE", path: "/photo-requests/" + url.PathEscape(id) + "/notes/" + url.PathEscape(noteID)})
}

// Assign: Say who of your team takes care of a photo request; they are told.
func (r *PhotoRequestsResource) Assign(ctx context.Context, id string, body AssignPhotoRequest) (*Assignment, error) {
	return sendForObject[Assignment](ctx, r.transport, call{method: "PUT", path: "/photo-requests/" + url.PathEscape(id) + "/assignee", body: body})
}

// DownloadPhotos: Download the photos and answers of a submission as a ZIP archive.
func (r *PhotoRequestsResource) DownloadPhotos(ctx context.Context, id string, query *DownloadPhotosPhotoRequestsQuery) (*Download, error) {
	return sendForFile(ctx, r.transport, call{method: "GET", path: "/photo-requests/" + url.PathEscape(id) + "/photos.zip", query: queryOf(query)})
}

// DownloadReport: Download a submission as a printable report.
func (r *PhotoRequestsResource) DownloadReport(ctx context.Context, id string) (*Download, error) {
	return sendForFile(ctx, r.transport, call{method: "GET", path: "/photo-requests/" + url.PathEscape(id) + "/report.pdf"})
}

// Review: Decide about a submission: approve it, reject it, or ask for some photos again.
func (r *PhotoRequestsResource) Review(ctx context.Context, id string, body ReviewDecision, options ...CreateOption) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "POST", path: "/photo-requests/" + url.PathEscape(id) + "/review", body: body, isCreation: true, options: options})
}

// PermanentLinksResource: A reusable link for many customers
type PermanentLinksResource struct {
	transport *transport
}

// List: List permanent links, newest first.
func (r *PermanentLinksResource) List(ctx context.Context, query *ListPermanentLinksQuery) *Pages[PermanentLink] {
	return newPages[PermanentLink](ctx, r.transport, call{method: "GET", path: "/permanent-links", query: queryOf(query)})
}

// Create: Create a permanent link.
func (r *PermanentLinksResource) Create(ctx context.Context, body CreatePermanentLink, options ...CreateOption) (*PermanentLink, error) {
	return sendForObject[PermanentLink](ctx, r.transport, call{method: "POST", path: "/permanent-links", body: body, isCreation: true, options: options})
}

// Get: Get one permanent link.
func (r *PermanentLinksResource) Get(ctx context.Context, id string) (*PermanentLink, error) {
	return sendForObject[PermanentLink](ctx, r.transport, call{method: "GET", path: "/permanent-links/" + url.PathEscape(id)})
}

// Update: Update a permanent link; fields you leave out stay unchanged.
func (r *PermanentLinksResource) Update(ctx context.Context, id string, body UpdatePermanentLink) (*PermanentLink, error) {
	return sendForObject[PermanentLink](ctx, r.transport, call{method: "PATCH", path: "/permanent-links/" + url.PathEscape(id), body: body})
}

// Delete: Delete a permanent link; photos submitted through it are kept.
func (r *PermanentLinksResource) Delete(ctx context.Context, id string) (*Deleted, error) {
	return sendForObject[Deleted](ctx, r.transport, call{method: "DELETE", path: "/permanent-links/" + url.PathEscape(id)})
}

// GetAccessCode: Get the access code of a permanent link.
func (r *PermanentLinksResource) GetAccessCode(ctx context.Context, id string) (*AccessCode, error) {
	return sendForObject[AccessCode](ctx, r.transport, call{method: "GET", path: "/permanent-links/" + url.PathEscape(id) + "/access-code"})
}

// ListHeldSubmissions: List the submissions through a link that wait for approval: the 50 oldest.
func (r *PermanentLinksResource) ListHeldSubmissions(ctx context.Context, id string) *Pages[HeldSubmission] {
	return newPages[HeldSubmission](ctx, r.transport, call{method: "GET", path: "/permanent-links/" + url.PathEscape(id) + "/held-submissions"})
}

// ApproveHeldSubmission: Approve a held submission: it becomes a photo request, takes quota and is told of.
func (r *PermanentLinksResource) ApproveHeldSubmission(ctx context.Context, id string, submissionID string) (*DecidedSubmission, error) {
	return sendForObject[DecidedSubmission](ctx, r.transport, call{method: "POST", path: "/permanent-links/" + url.PathEscape(id) + "/held-submissions/" + url.PathEscape(submissionID) + "/approve"})
}

// RejectHeldSubmission: Reject a held submission; it is deleted with its photos.
func (r *PermanentLinksResource) RejectHeldSubmission(ctx context.Context, id string, submissionID string) (*DecidedSubmission, error) {
	return sendForObject[DecidedSubmission](ctx, r.transport, call{method: "POST", path: "/permanent-links/" + url.PathEscape(id) + "/held-submissions/" + url.PathEscape(submissionID) + "/reject"})
}

// TemplatesResource: What your team asks for again and again
type TemplatesResource struct {
	transport *transport
}

// List: List templates, newest first.
func (r *TemplatesResource) List(ctx context.Context, query *ListTemplatesQuery) *Pages[Template] {
	return newPages[Template](ctx, r.transport, call{method: "GET", path: "/templates", query: queryOf(query)})
}

// Create: Create a template.
func (r *TemplatesResource) Create(ctx context.Context, body CreateTemplate, options ...CreateOption) (*Template, error) {
	return sendForObject[Template](ctx, r.transport, call{method: "POST", path: "/templates", body: body, isCreation: true, options: options})
}

// Get: Get one template.
func (r *TemplatesResource) Get(ctx context.Context, id string) (*Template, error) {
	return sendForObject[Template](ctx, r.transport, call{method: "GET", path: "/templates/" + url.PathEscape(id)})
}

// Update: Update, archive or restore a template; fields you leave out stay unchanged.
func (r *TemplatesResource) Update(ctx context.Context, id string, body UpdateTemplate) (*Template, error) {
	return sendForObject[Template](ctx, r.transport, call{method: "PATCH", path: "/templates/" + url.PathEscape(id), body: body})
}

// Delete: Delete a template; what was created from it is kept.
func (r *TemplatesResource) Delete(ctx context.Context, id string) (*Deleted, error) {
	return sendForObject[Deleted](ctx, r.transport, call{method: "DELETE", path: "/templates/" + url.PathEscape(id)})
}

// Duplicate: Create a template with the content of another.
func (r *TemplatesResource) Duplicate(ctx context.Context, id string, body DuplicateTemplate, options ...CreateOption) (*Template, error) {
	return sendForObject[Template](ctx, r.transport, call{method: "POST", path: "/templates/" + url.PathEscape(id) + "/duplicate", body: body, isCreation: true, options: options})
}

// SlotImagesResource: Example pictures and guides that customers see beside the camera
type SlotImagesResource struct {
	transport *transport
}

// List: List slot images, newest first.
func (r *SlotImagesResource) List(ctx context.Context, query *ListSlotImagesQuery) *Pages[SlotImage] {
	return newPages[SlotImage](ctx, r.transport, call{method: "GET", path: "/slot-images", query: queryOf(query)})
}

// Create: Upload an example picture or a guide for photo slots.
func (r *SlotImagesResource) Create(ctx context.Context, body File, query *CreateSlotImagesQuery, options ...CreateOption) (*SlotImage, error) {
	return sendForObject[SlotImage](ctx, r.transport, call{method: "POST", path: "/slot-images", query: queryOf(query), file: &body, isCreation: true, options: options})
}

// Get: Get one slot image.
func (r *SlotImagesResource) Get(ctx context.Context, id string) (*SlotImage, error) {
	return sendForObject[SlotImage](ctx, r.transport, call{method: "GET", path: "/slot-images/" + url.PathEscape(id)})
}

// Delete: Delete a slot image; slots that use it are shown without it.
func (r *SlotImagesResource) Delete(ctx context.Context, id string) (*Deleted, error) {
	return sendForObject[Deleted](ctx, r.transport, call{method: "DELETE", path: "/slot-images/" + url.PathEscape(id)})
}

// MembersResource: Your team: who can be assigned and mentioned, and what each is told of
type MembersResource struct {
	transport *transport
}

// List: List the members of the workspace, newest account first.
func (r *MembersResource) List(ctx context.Context, query *ListMembersQuery) *Pages[Member] {
	return newPages[Member](ctx, r.transport, call{method: "GET", path: "/members", query: queryOf(query)})
}

// Get: Get one member.
func (r *MembersResource) Get(ctx context.Context, id string) (*Member, error) {
	return sendForObject[Member](ctx, r.transport, call{method: "GET", path: "/members/" + url.PathEscape(id)})
}

// ListNotifications: List what a member was told of in the application, newest first.
func (r *MembersResource) ListNotifications(ctx context.Context, id string, query *ListNotificationsMembersQuery) *Pages[Notification] {
	return newPages[Notification](ctx, r.transport, call{method: "GET", path: "/members/" + url.PathEscape(id) + "/notifications", query: queryOf(query)})
}

// CountUnreadNotifications: Count the notifications that a member has not read.
func (r *MembersResource) CountUnreadNotifications(ctx context.Context, id string) (*UnreadNotifications, error) {
	return sendForObject[UnreadNotifications](ctx, r.transport, call{method: "GET", path: "/members/" + url.PathEscape(id) + "/notifications/unread"})
}

// ReadNotifications: Mark a member’s notifications as read, up to one of them.
func (r *MembersResource) ReadNotifications(ctx context.Context, id string, body ReadNotifications) (*UnreadNotifications, error) {
	return sendForObject[UnreadNotifications](ctx, r.transport, call{method: "POST", path: "/members/" + url.PathEscape(id) + "/notifications/read", body: body})
}

// ReadNotification: Mark one notification of a member as read.
func (r *MembersResource) ReadNotification(ctx context.Context, id string, notificationID string) (*UnreadNotifications, error) {
	return sendForObject[UnreadNotifications](ctx, r.transport, call{method: "POST", path: "/members/" + url.PathEscape(id) + "/notifications/" + url.PathEscape(notificationID) + "/read"})
}

// GetNotificationChoices: Get what a member chose to hear of.
func (r *MembersResource) GetNotificationChoices(ctx context.Context, id string) (*NotificationChoices, error) {
	return sendForObject[NotificationChoices](ctx, r.transport, call{method: "GET", path: "/members/" + url.PathEscape(id) + "/notification-choices"})
}

// UpdateNotificationChoices: Choose for a member what they hear of, with a live key; topics you leave out stay unchanged.
func (r *MembersResource) UpdateNotificationChoices(ctx context.Context, id string, body UpdateNotificationChoices) (*NotificationChoices, error) {
	return sendForObject[NotificationChoices](ctx, r.transport, call{method: "PATCH", path: "/members/" + url.PathEscape(id) + "/notification-choices", body: body})
}

// WebhookEndpointsResource: Where events are sent, and what came of it
type WebhookEndpointsResource struct {
	transport *transport
}

// List: List webhook endpoints, newest first.
func (r *WebhookEndpointsResource) List(ctx context.Context, query *ListWebhookEndpointsQuery) *Pages[WebhookEndpoint] {
	return newPages[WebhookEndpoint](ctx, r.transport, call{method: "GET", path: "/webhook-endpoints", query: queryOf(query)})
}

// Create: Create a webhook endpoint for the events of the key’s environment.
func (r *WebhookEndpointsResource) Create(ctx context.Context, body CreateWebhookEndpoint, options ...CreateOption) (*WebhookEndpointWithSecret, error) {
	return sendForObject[WebhookEndpointWithSecret](ctx, r.transport, call{method: "POST", path: "/webhook-endpoints", body: body, isCreation: true, options: options})
}

// Get: Get one webhook endpoint.
func (r *WebhookEndpointsResource) Get(ctx context.Context, id string) (*WebhookEndpointDetail, error) {
	return sendForObject[WebhookEndpointDetail](ctx, r.transport, call{method: "GET", path: "/webhook-endpoints/" + url.PathEscape(id)})
}

// Update: Update a webhook endpoint; fields you leave out stay unchanged.
func (r *WebhookEndpointsResource) Update(ctx context.Context, id string, body UpdateWebhookEndpoint) (*WebhookEndpoint, error) {
	return sendForObject[WebhookEndpoint](ctx, r.transport, call{method: "PATCH", path: "/webhook-endpoints/" + url.PathEscape(id), body: body})
}

// Delete: Delete a webhook endpoint with everything that was still to be sent to it.
func (r *WebhookEndpointsResource) Delete(ctx context.Context, id string) (*Deleted, error) {
	return sendForObject[Deleted](ctx, r.transport, call{method: "DELETE", path: "/webhook-endpoints/" + url.PathEscape(id)})
}

// RotateSecret: Get a new signing secret, which signs beside the current one until you activate it.
func (r *WebhookEndpointsResource) RotateSecret(ctx context.Context, id string, options ...CreateOption) (*WebhookEndpointWithSecret, error) {
	return sendForObject[WebhookEndpointWithSecret](ctx, r.transport, call{method: "POST", path: "/webhook-endpoints/" + url.PathEscape(id) + "/rotate-secret", isCreation: true, options: options})
}

// ActivateSecret: Finish a rotation: the new signing secret takes the place of the current one.
func (r *WebhookEndpointsResource) ActivateSecret(ctx context.Context, id string) (*WebhookEndpoint, error) {
	return sendForObject[WebhookEndpoint](ctx, r.transport, call{method: "POST", path: "/webhook-endpoints/" + url.PathEscape(id) + "/activate-secret"})
}

// ListDeliveries: List what was sent to an endpoint in the last 30 days, newest first.
func (r *WebhookEndpointsResource) ListDeliveries(ctx context.Context, id string, query *ListDeliveriesWebhookEndpointsQuery) *Pages[WebhookDelivery] {
	return newPages[WebhookDelivery](ctx, r.transport, call{method: "GET", path: "/webhook-endpoints/" + url.PathEscape(id) + "/deliveries", query: queryOf(query)})
}

// GetDelivery: Get one delivery with its body and every attempt.
func (r *WebhookEndpointsResource) GetDelivery(ctx context.Context, id string, deliveryID string) (*WebhookDeliveryDetail, error) {
	return sendForObject[WebhookDeliveryDetail](ctx, r.transport, call{method: "GET", path: "/webhook-endpoints/" + url.PathEscape(id) + "/deliveries/" + url.PathEscape(deliveryID)})
}

// ReplayDelivery: Send one delivery again: the same event with the same id, and a full set of attempts.
func (r *WebhookEndpointsResource) ReplayDelivery(ctx context.Context, id string, deliveryID string) (*WebhookDelivery, error) {
	return sendForObject[WebhookDelivery](ctx, r.transport, call{method: "POST", path: "/webhook-endpoints/" + url.PathEscape(id) + "/deliveries/" + url.PathEscape(deliveryID) + "/replay"})
}

// ReplayDeliveries: Send everything again that did not arrive, or what you choose.
func (r *WebhookEndpointsResource) ReplayDeliveries(ctx context.Context, id string, body ReplayDeliveries) (*ReplayedDeliveries, error) {
	return sendForObject[ReplayedDeliveries](ctx, r.transport, call{method: "POST", path: "/webhook-endpoints/" + url.PathEscape(id) + "/replay", body: body})
}

// Test: Send a test event right now, and get what came of it.
func (r *WebhookEndpointsResource) Test(ctx context.Context, id string) (*WebhookTestResult, error) {
	return sendForObject[WebhookTestResult](ctx, r.transport, call{method: "POST", path: "/webhook-endpoints/" + url.PathEscape(id) + "/test"})
}

// EventsResource: What happened, to read after an outage
type EventsResource struct {
	transport *transport
}

// List: List what happened in the last 30 days, newest first or oldest first.
func (r *EventsResource) List(ctx context.Context, query *ListEventsQuery) *Pages[Event] {
	return newPages[Event](ctx, r.transport, call{method: "GET", path: "/events", query: queryOf(query)})
}

// TestHelpersResource: For your own tests, with test keys
type TestHelpersResource struct {
	transport *transport
}

// SubmitSamplePhotos: Act as the customer and submit generated sample photos (test keys only).
func (r *TestHelpersResource) SubmitSamplePhotos(ctx context.Context, id string) (*PhotoRequest, error) {
	return sendForObject[PhotoRequest](ctx, r.transport, call{method: "POST", path: "/test-helpers/photo-requests/" + url.PathEscape(id) + "/submit"})
}

// ServiceResource: Health, statistics and the plan
type ServiceResource struct {
	transport *transport
}

// Ping: Check that the key works.
func (r *ServiceResource) Ping(ctx context.Context) (*Ping, error) {
	return sendForBare[Ping](ctx, r.transport, call{method: "GET", path: "/ping"})
}

// GetStatus: Check the health of the API.
func (r *ServiceResource) GetStatus(ctx context.Context) (*Status, error) {
	return sendForObject[Status](ctx, r.transport, call{method: "GET", path: "/status"})
}

// GetStats: Get the workspace’s usage, counts and plan.
func (r *ServiceResource) GetStats(ctx context.Context) (*Stats, error) {
	return sendForObject[Stats](ctx, r.transport, call{method: "GET", path: "/stats"})
}
