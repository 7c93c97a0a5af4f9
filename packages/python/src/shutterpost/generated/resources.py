# Made from docs/openapi.json by `npm run sdks`; changes are lost.
from __future__ import annotations

from typing import Literal, Unpack

from .._transport import Download, Pages, Transport, quoted
from .types import (
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
)


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class PhotoRequests(Resource):
    """Ask one customer for photos."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["pending", "in_progress", "submitted", "expired", "canceled"] | None = None,
        type: Literal["one_time", "permanent"] | None = None,
        permanent_link_id: str | None = None,
        external_id: str | None = None,
        has_warnings: bool | None = None,
        is_held: bool | None = None,
        needs_review: bool | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        search: str | None = None,
        assignee_id: str | None = None,
        view: Literal["team"] | None = None,
    ) -> Pages[PhotoRequest]:
        """List photo requests, newest first"""
        return self._transport.list(
            "GET",
            "/photo-requests",
            query={"limit": limit, "cursor": cursor, "status": status, "type": type, "permanent_link_id": permanent_link_id, "external_id": external_id, "has_warnings": has_warnings, "is_held": is_held, "needs_review": needs_review, "created_after": created_after, "created_before": created_before, "order": order, "search": search, "assignee_id": assignee_id, "view": view},
        )

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[CreatePhotoRequest],
    ) -> PhotoRequest:
        """Create a photo request"""
        return self._transport.object(
            "POST",
            "/photo-requests",
            body=body,
            is_creation=True,
            idempotency_key=idempotency_key,
        )

    def get(self, id: str, /) -> PhotoRequest:
        """Get one photo request"""
        return self._transport.object("GET", f"/photo-requests/{quoted(id)}")

    def delete(self, id: str, /) -> Deleted:
        """Delete a photo request and its photos; the customer’s link stops working"""
        return self._transport.object("DELETE", f"/photo-requests/{quoted(id)}")

    def get_team_view(self, id: str, /) -> PhotoRequest:
        """Get one photo request as your team sees it, with its assignee and what waits for review"""
        return self._transport.object("GET", f"/photo-requests/{quoted(id)}/team-view")

    def list_timeline(self, id: str, /) -> Pages[TimelineEntry]:
        """List everything that happened to a photo request, oldest first"""
        return self._transport.list("GET", f"/photo-requests/{quoted(id)}/timeline")

    def erase(self, id: str, /) -> Deleted:
        """Delete a photo request with every trace of its customer: emails, events, kept responses"""
        return self._transport.object("POST", f"/photo-requests/{quoted(id)}/erase")

    def cancel(self, id: str, /) -> PhotoRequest:
        """Cancel an open photo request; the link closes and photos that were not submitted are deleted"""
        return self._transport.object("POST", f"/photo-requests/{quoted(id)}/cancel")

    def extend(self, id: str, /, **body: Unpack[ExtendPhotoRequest]) -> PhotoRequest:
        """Keep an open photo request open for longer, or open an expired one again"""
        return self._transport.object("POST", f"/photo-requests/{quoted(id)}/extend", body=body)

    def resend_email(self, id: str, /) -> PhotoRequest:
        """Email the link to the customer again, at most 5 times a day"""
        return self._transport.object("POST", f"/photo-requests/{quoted(id)}/resend-email")

    def resend_sms(self, id: str, /) -> PhotoRequest:
        """Send the link to the customer’s phone, at most 3 times an hour"""
        return self._transport.object("POST", f"/photo-requests/{quoted(id)}/resend-sms")

    def reopen(self, id: str, /, **body: Unpack[ReopenPhotoRequest]) -> PhotoRequest:
        """Reopen an expired photo request; the same link works again, with the photos taken so far"""
        return self._transport.object("POST", f"/photo-requests/{quoted(id)}/reopen", body=body)

    def remind(self, id: str, /) -> PhotoRequest:
        """Remind the customer right now, by email and phone as the request has them"""
        return self._transport.object("POST", f"/photo-requests/{quoted(id)}/remind")

    def change_reminders(self, id: str, /, **body: Unpack[ChangeReminders]) -> PhotoRequest:
        """Replace the scheduled reminders of an open photo request"""
        return self._transport.object("PUT", f"/photo-requests/{quoted(id)}/reminders", body=body)

    def list_notes(self, id: str, /) -> Pages[Note]:
        """List the notes of your team on a photo request, oldest first: 200 at most"""
        return self._transport.list("GET", f"/photo-requests/{quoted(id)}/notes")

    def create_note(
        self,
        id: str,
        /,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[CreateNote],
    ) -> Note:
        """Write a note on a photo request; members who are mentioned are told"""
        return self._transport.object(
            "POST",
            f"/photo-requests/{quoted(id)}/notes",
            body=body,
            is_creation=True,
            idempotency_key=idempotency_key,
        )

    def update_note(self, id: str, note_id: str, /, **body: Unpack[UpdateNote]) -> Note:
        """Edit a note that was written by API; fields you leave out stay unchanged"""
        return self._transport.object(
            "PATCH",
            f"/photo-requests/{quoted(id)}/notes/{quoted(note_id)}",
            body=body,
        )

    def delete_note(self, id: str, note_id: str, /) -> Deleted:
        """Delete a note, whoever wrote it"""
        return self._transport.object("DELETE", f"/photo-requests/{quoted(id)}/notes/{quoted(note_id)}")

    def assign(self, id: str, /, **body: Unpack[AssignPhotoRequest]) -> Assignment:
        """Say who of your team takes care of a photo request; they are told"""
        return self._transport.object("PUT", f"/photo-requests/{quoted(id)}/assignee", body=body)

    def download_photos(self, id: str, /, *, photos: Literal["original", "sealed"] | None = None) -> Download:
        """Download the photos and answers of a submission as a ZIP archive"""
        return self._transport.file(
            "GET",
            f"/photo-requests/{quoted(id)}/photos.zip",
            query={"photos": photos},
        )

    def download_report(self, id: str, /) -> Download:
        """Download a submission as a printable report"""
        return self._transport.file("GET", f"/photo-requests/{quoted(id)}/report.pdf")

    def review(
        self,
        id: str,
        /,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[ReviewDecision],
    ) -> PhotoRequest:
        """Decide about a submission: approve it, reject it, or ask for some photos again"""
        return self._transport.object(
            "POST",
            f"/photo-requests/{quoted(id)}/review",
            body=body,
            is_creation=True,
            idempotency_key=idempotency_key,
        )


class PermanentLinks(Resource):
    """A reusable link for many customers."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> Pages[PermanentLink]:
        """List permanent links, newest first"""
        return self._transport.list(
            "GET",
            "/permanent-links",
            query={"limit": limit, "cursor": cursor, "created_after": created_after, "created_before": created_before},
        )

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[CreatePermanentLink],
    ) -> PermanentLink:
        """Create a permanent link"""
        return self._transport.object(
            "POST",
            "/permanent-links",
            body=body,
            is_creation=True,
            idempotency_key=idempotency_key,
        )

    def get(self, id: str, /) -> PermanentLink:
        """Get one permanent link"""
        return self._transport.object("GET", f"/permanent-links/{quoted(id)}")

    def update(self, id: str, /, **body: Unpack[UpdatePermanentLink]) -> PermanentLink:
        """Update a permanent link; fields you leave out stay unchanged"""
        return self._transport.object("PATCH", f"/permanent-links/{quoted(id)}", body=body)

    def delete(self, id: str, /) -> Deleted:
        """Delete a permanent link; photos submitted through it are kept"""
        return self._transport.object("DELETE", f"/permanent-links/{quoted(id)}")

    def get_access_code(self, id: str, /) -> AccessCode:
        """Get the access code of a permanent link"""
        return self._transport.object("GET", f"/permanent-links/{quoted(id)}/access-code")

    def list_held_submissions(self, id: str, /) -> Pages[HeldSubmission]:
        """List the submissions through a link that wait for approval: the 50 oldest"""
        return self._transport.list("GET", f"/permanent-links/{quoted(id)}/held-submissions")

    def approve_held_submission(self, id: str, submission_id: str, /) -> DecidedSubmission:
        """Approve a held submission: it becomes a photo request, takes quota and is told of"""
        return self._transport.object(
            "POST",
            f"/permanent-links/{quoted(id)}/held-submissions/{quoted(submission_id)}/approve",
        )

    def reject_held_submission(self, id: str, submission_id: str, /) -> DecidedSubmission:
        """Reject a held submission; it is deleted with its photos"""
        return self._transport.object(
            "POST",
            f"/permanent-links/{quoted(id)}/held-submissions/{quoted(submission_id)}/reject",
        )


class Templates(Resource):
    """What your team asks for again and again."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        is_archived: bool | None = None,
    ) -> Pages[Template]:
        """List templates, newest first"""
        return self._transport.list(
            "GET",
            "/templates",
            query={"limit": limit, "cursor": cursor, "is_archived": is_archived},
        )

    def create(self, *, idempotency_key: str | None = None, **body: Unpack[CreateTemplate]) -> Template:
        """Create a template"""
        return self._transport.object(
            "POST",
            "/templates",
            body=body,
            is_creation=True,
            idempotency_key=idempotency_key,
        )

    def get(self, id: str, /) -> Template:
        """Get one template"""
        return self._transport.object("GET", f"/templates/{quoted(id)}")

    def update(self, id: str, /, **body: Unpack[UpdateTemplate]) -> Template:
        """Update, archive or restore a template; fields you leave out stay unchanged"""
        return self._transport.object("PATCH", f"/templates/{quoted(id)}", body=body)

    def delete(self, id: str, /) -> Deleted:
        """Delete a template; what was created from it is kept"""
        return self._transport.object("DELETE", f"/templates/{quoted(id)}")

    def duplicate(
        self,
        id: str,
        /,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[DuplicateTemplate],
    ) -> Template:
        """Create a template with the content of another"""
        return self._transport.object(
            "POST",
            f"/templates/{quoted(id)}/duplicate",
            body=body,
            is_creation=True,
            idempotency_key=idempotency_key,
        )


class SlotImages(Resource):
    """Example pictures and guides that customers see beside the camera."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        purpose: Literal["example", "guide"] | None = None,
    ) -> Pages[SlotImage]:
        """List slot images, newest first"""
        return self._transport.list(
            "GET",
            "/slot-images",
            query={"limit": limit, "cursor": cursor, "purpose": purpose},
        )

    def create(
        self,
        file: bytes,
        content_type: str,
        /,
        *,
        purpose: Literal["example", "guide"],
        idempotency_key: str | None = None,
    ) -> SlotImage:
        """Upload an example picture or a guide for photo slots"""
        return self._transport.object(
            "POST",
            "/slot-images",
            query={"purpose": purpose},
            file=(file, content_type),
            is_creation=True,
            idempotency_key=idempotency_key,
        )

    def get(self, id: str, /) -> SlotImage:
        """Get one slot image"""
        return self._transport.object("GET", f"/slot-images/{quoted(id)}")

    def delete(self, id: str, /) -> Deleted:
        """Delete a slot image; slots that use it are shown without it"""
        return self._transport.object("DELETE", f"/slot-images/{quoted(id)}")


class Members(Resource):
    """Your team: who can be assigned and mentioned, and what each is told of."""

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Pages[Member]:
        """List the members of the workspace, newest account first"""
        return self._transport.list("GET", "/members", query={"limit": limit, "cursor": cursor})

    def get(self, id: str, /) -> Member:
        """Get one member"""
        return self._transport.object("GET", f"/members/{quoted(id)}")

    def list_notifications(
        self,
        id: str,
        /,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Pages[Notification]:
        """List what a member was told of in the application, newest first"""
        return self._transport.list(
            "GET",
            f"/members/{quoted(id)}/notifications",
            query={"limit": limit, "cursor": cursor},
        )

    def count_unread_notifications(self, id: str, /) -> UnreadNotifications:
        """Count the notifications that a member has not read"""
        return self._transport.object("GET", f"/members/{quoted(id)}/notifications/unread")

    def read_notifications(self, id: str, /, **body: Unpack[ReadNotifications]) -> UnreadNotifications:
        """Mark a member’s notifications as read, up to one of them"""
        return self._transport.object("POST", f"/members/{quoted(id)}/notifications/read", body=body)

    def read_notification(self, id: str, notification_id: str, /) -> UnreadNotifications:
        """Mark one notification of a member as read"""
        return self._transport.object(
            "POST",
            f"/members/{quoted(id)}/notifications/{quoted(notification_id)}/read",
        )

    def get_notification_choices(self, id: str, /) -> NotificationChoices:
        """Get what a member chose to hear of"""
        return self._transport.object("GET", f"/members/{quoted(id)}/notification-choices")

    def update_notification_choices(
        self,
        id: str,
        /,
        **body: Unpack[UpdateNotificationChoices],
    ) -> NotificationChoices:
        """Choose for a member what they hear of, with a live key; topics you leave out stay unchanged"""
        return self._transport.object("PATCH", f"/members/{quoted(id)}/notification-choices", body=body)


class WebhookEndpoints(Resource):
    """Where events are sent, and what came of it."""

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> Pages[WebhookEndpoint]:
        """List webhook endpoints, newest first"""
        return self._transport.list("GET", "/webhook-endpoints", query={"limit": limit, "cursor": cursor})

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[CreateWebhookEndpoint],
    ) -> WebhookEndpointWithSecret:
        """Create a webhook endpoint for the events of the key’s environment"""
        return self._transport.object(
            "POST",
            "/webhook-endpoints",
            body=body,
            is_creation=True,
            idempotency_key=idempotency_key,
        )

    def get(self, id: str, /) -> WebhookEndpointDetail:
        """Get one webhook endpoint"""
        return self._transport.object("GET", f"/webhook-endpoints/{quoted(id)}")

    def update(self, id: str, /, **body: Unpack[UpdateWebhookEndpoint]) -> WebhookEndpoint:
        """Update a webhook endpoint; fields you leave out stay unchanged"""
        return self._transport.object("PATCH", f"/webhook-endpoints/{quoted(id)}", body=body)

    def delete(self, id: str, /) -> Deleted:
        """Delete a webhook endpoint with everything that was still to be sent to it"""
        return self._transport.object("DELETE", f"/webhook-endpoints/{quoted(id)}")

    def rotate_secret(self, id: str, /, *, idempotency_key: str | None = None) -> WebhookEndpointWithSecret:
        """Get a new signing secret, which signs beside the current one until you activate it"""
        return self._transport.object(
            "POST",
            f"/webhook-endpoints/{quoted(id)}/rotate-secret",
            is_creation=True,
            idempotency_key=idempotency_key,
        )

    def activate_secret(self, id: str, /) -> WebhookEndpoint:
        """Finish a rotation: the new signing secret takes the place of the current one"""
        return self._transport.object("POST", f"/webhook-endpoints/{quoted(id)}/activate-secret")

    def list_deliveries(
        self,
        id: str,
        /,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["due", "held", "delivered", "failed", "blocked"] | None = None,
        event: Literal["photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted", "webhook.test"] | None = None,
        photo_request_id: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> Pages[WebhookDelivery]:
        """List what was sent to an endpoint in the last 30 days, newest first"""
        return self._transport.list(
            "GET",
            f"/webhook-endpoints/{quoted(id)}/deliveries",
            query={"limit": limit, "cursor": cursor, "status": status, "event": event, "photo_request_id": photo_request_id, "created_after": created_after, "created_before": created_before},
        )

    def get_delivery(self, id: str, delivery_id: str, /) -> WebhookDeliveryDetail:
        """Get one delivery with its body and every attempt"""
        return self._transport.object(
            "GET",
            f"/webhook-endpoints/{quoted(id)}/deliveries/{quoted(delivery_id)}",
        )

    def replay_delivery(self, id: str, delivery_id: str, /) -> WebhookDelivery:
        """Send one delivery again: the same event with the same id, and a full set of attempts"""
        return self._transport.object(
            "POST",
            f"/webhook-endpoints/{quoted(id)}/deliveries/{quoted(delivery_id)}/replay",
        )

    def replay_deliveries(self, id: str, /, **body: Unpack[ReplayDeliveries]) -> ReplayedDeliveries:
        """Send everything again that did not arrive, or what you choose"""
        return self._transport.object("POST", f"/webhook-endpoints/{quoted(id)}/replay", body=body)

    def test(self, id: str, /) -> WebhookTestResult:
        """Send a test event right now, and get what came of it"""
        return self._transport.object("POST", f"/webhook-endpoints/{quoted(id)}/test")


class Events(Resource):
    """What happened, to read after an outage."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        event: Literal["photo_request.submitted", "photo_submission.created", "photo_request.created", "photo_request.first_viewed", "photo_request.viewed", "photo_request.reminded", "photo_request.approved", "photo_request.changes_requested", "photo_request.rejected", "photo_request.canceled", "photo_request.expired", "photo_request.deleted"] | None = None,
        photo_request_id: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        after: str | None = None,
        order: Literal["asc", "desc"] | None = None,
    ) -> Pages[Event]:
        """List what happened in the last 30 days, newest first or oldest first"""
        return self._transport.list(
            "GET",
            "/events",
            query={"limit": limit, "cursor": cursor, "event": event, "photo_request_id": photo_request_id, "created_after": created_after, "created_before": created_before, "after": after, "order": order},
        )


class TestHelpers(Resource):
    """For your own tests, with test keys."""

    def submit_sample_photos(self, id: str, /) -> PhotoRequest:
        """Act as the customer and submit generated sample photos (test keys only)"""
        return self._transport.object("POST", f"/test-helpers/photo-requests/{quoted(id)}/submit")


class Service(Resource):
    """Health, statistics and the plan."""

    def ping(self) -> Ping:
        """Check that the key works"""
        return self._transport.bare("GET", "/ping")

    def get_status(self) -> Status:
        """Check the health of the API"""
        return self._transport.object("GET", "/status")

    def get_stats(self) -> Stats:
        """Get the workspace’s usage, counts and plan"""
        return self._transport.object("GET", "/stats")


class Resources:
    def __init__(self, transport: Transport) -> None:
        self.photo_requests = PhotoRequests(transport)
        """Ask one customer for photos."""
        self.permanent_links = PermanentLinks(transport)
        """A reusable link for many customers."""
        self.templates = Templates(transport)
        """What your team asks for again and again."""
        self.slot_images = SlotImages(transport)
        """Example pictures and guides that customers see beside the camera."""
        self.members = Members(transport)
        """Your team: who can be assigned and mentioned, and what each is told of."""
        self.webhook_endpoints = WebhookEndpoints(transport)
        """Where events are sent, and what came of it."""
        self.events = Events(transport)
        """What happened, to read after an outage."""
        self.test_helpers = TestHelpers(transport)
        """For your own tests, with test keys."""
        self.service = Service(transport)
        """Health, statistics and the plan."""
