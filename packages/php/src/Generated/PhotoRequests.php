<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

use Shutterpost\Download;
use Shutterpost\Pages;
use Shutterpost\Transport;

/**
 * Ask one customer for photos.
 *
 * @phpstan-import-type AssignPhotoRequest from Types
 * @phpstan-import-type Assignment from Types
 * @phpstan-import-type ChangeReminders from Types
 * @phpstan-import-type CreateNote from Types
 * @phpstan-import-type CreatePhotoRequest from Types
 * @phpstan-import-type ExtendPhotoRequest from Types
 * @phpstan-import-type Note from Types
 * @phpstan-import-type PhotoRequest from Types
 * @phpstan-import-type ReopenPhotoRequest from Types
 * @phpstan-import-type ReviewDecision from Types
 * @phpstan-import-type TimelineEntry from Types
 * @phpstan-import-type UpdateNote from Types
 * @phpstan-import-type Deleted from Types
 */
final class PhotoRequests
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List photo requests, newest first
     *
     * @param array{limit?: int, cursor?: string, status?: 'pending'|'in_progress'|'submitted'|'expired'|'canceled', type?: 'one_time'|'permanent', permanent_link_id?: string, external_id?: string, has_warnings?: bool, is_held?: bool, needs_review?: bool, created_after?: string, created_before?: string, order?: 'asc'|'desc', search?: string, assignee_id?: string, view?: 'team'} $query
     * @return Pages<PhotoRequest>
     */
    public function list(array $query = []): Pages
    {
        return $this->transport->list('GET', '/photo-requests', query: $query);
    }

    /**
     * Create a photo request
     *
     * - `template_id`: A template that fills in what you leave out. Later changes of the template do not change what was created from it.
     * - `instructions`: Text shown to the customer. Required unless a template brings it.
     * - `photo_slots`: Specific photos to request, one per slot.
     * - `questions`: Questions for the customer, beside the photos.
     * - `translations`: The texts in other languages, by language. A customer whose language is among them reads those.
     * - `requires_review`: Whether your team decides about each submission: `review.state` is `pending` until then. Default: false.
     * - `evidence_policy`: What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts.
     * - `return_url`: Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
     * - `cancel_url`: Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
     * - `metadata`: Up to 20 key-value pairs of strings, returned unchanged.
     * - `expires_in_hours`: How long the request stays open; sets `expires_at`. Default: 168.
     * - `expected_location`: Where the photos should be taken. A photo from elsewhere gets a warning.
     * - `reminders`: When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`.
     * - `locale`: Language of the customer’s page. Default: en.
     * - `recipient_email`: The customer’s email address. Not allowed on the free plan.
     * - `send_email`: Email the link to `recipient_email`, which is then required. Not allowed on the free plan.
     * - `recipient_phone`: The customer’s phone number with its country code. Stored and returned as E.164.
     * - `send_sms`: Send the link to `recipient_phone`, which is then required. Not allowed on the free plan.
     * - `phone_channel`: How messages reach the phone. Default: `sms`.
     * - `external_id`: Your own identifier. You can filter lists by it.
     * - `time_zone`: The customer’s time zone, for the hours of reminders. Default: that of your workspace.
     *
     * @param CreatePhotoRequest $body
     * @return PhotoRequest
     */
    public function create(array $body, ?string $idempotencyKey = null): array
    {
        return $this->transport->object('POST', '/photo-requests', body: $body, objects: ['translations', 'evidence_policy', 'metadata', 'expected_location'], isCreation: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Get one photo request
     *
     * @return PhotoRequest
     */
    public function get(string $id): array
    {
        return $this->transport->object('GET', '/photo-requests/' . rawurlencode($id));
    }

    /**
     * Delete a photo request and its photos; the customer’s link stops working
     *
     * @return Deleted
     */
    public function delete(string $id): array
    {
        return $this->transport->object('DELETE', '/photo-requests/' . rawurlencode($id));
    }

    /**
     * Get one photo request as your team sees it, with its assignee and what waits for review
     *
     * @return PhotoRequest
     */
    public function getTeamView(string $id): array
    {
        return $this->transport->object('GET', '/photo-requests/' . rawurlencode($id) . '/team-view');
    }

    /**
     * List everything that happened to a photo request, oldest first
     *
     * @return Pages<TimelineEntry>
     */
    public function listTimeline(string $id): Pages
    {
        return $this->transport->list('GET', '/photo-requests/' . rawurlencode($id) . '/timeline');
    }

    /**
     * Delete a photo request with every trace of its customer: emails, events, kept responses
     *
     * @return Deleted
     */
    public function erase(string $id): array
    {
        return $this->transport->object('POST', '/photo-requests/' . rawurlencode($id) . '/erase');
    }

    /**
     * Cancel an open photo request; the link closes and photos that were not submitted are deleted
     *
     * @return PhotoRequest
     */
    public function cancel(string $id): array
    {
        return $this->transport->object('POST', '/photo-requests/' . rawurlencode($id) . '/cancel');
    }

    /**
     * Keep an open photo request open for longer, or open an expired one again
     *
     * - `hours`: Added to the time the request has left; counted from now if it has expired.
     *
     * @param ExtendPhotoRequest $body
     * @return PhotoRequest
     */
    public function extend(string $id, array $body): array
    {
        return $this->transport->object('POST', '/photo-requests/' . rawurlencode($id) . '/extend', body: $body);
    }

    /**
     * Email the link to the customer again, at most 5 times a day
     *
     * @return PhotoRequest
     */
    public function resendEmail(string $id): array
    {
        return $this->transport->object('POST', '/photo-requests/' . rawurlencode($id) . '/resend-email');
    }

    /**
     * Send the link to the customer’s phone, at most 3 times an hour
     *
     * @return PhotoRequest
     */
    public function resendSms(string $id): array
    {
        return $this->transport->object('POST', '/photo-requests/' . rawurlencode($id) . '/resend-sms');
    }

    /**
     * Reopen an expired photo request; the same link works again, with the photos taken so far
     *
     * - `hours`: How long the link works again, from now on.
     *
     * @param ReopenPhotoRequest $body
     * @return PhotoRequest
     */
    public function reopen(string $id, array $body): array
    {
        return $this->transport->object('POST', '/photo-requests/' . rawurlencode($id) . '/reopen', body: $body);
    }

    /**
     * Remind the customer right now, by email and phone as the request has them
     *
     * @return PhotoRequest
     */
    public function remind(string $id): array
    {
        return $this->transport->object('POST', '/photo-requests/' . rawurlencode($id) . '/remind');
    }

    /**
     * Replace the scheduled reminders of an open photo request
     *
     * - `time_zone`: The customer’s time zone. null: that of your workspace.
     *
     * @param ChangeReminders $body
     * @return PhotoRequest
     */
    public function changeReminders(string $id, array $body): array
    {
        return $this->transport->object('PUT', '/photo-requests/' . rawurlencode($id) . '/reminders', body: $body);
    }

    /**
     * List the notes of your team on a photo request, oldest first: 200 at most
     *
     * @return Pages<Note>
     */
    public function listNotes(string $id): Pages
    {
        return $this->transport->list('GET', '/photo-requests/' . rawurlencode($id) . '/notes');
    }

    /**
     * Write a note on a photo request; members who are mentioned are told
     *
     * - `mentions`: The `id` of each member who is told of it.
     *
     * @param CreateNote $body
     * @return Note
     */
    public function createNote(string $id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->transport->object('POST', '/photo-requests/' . rawurlencode($id) . '/notes', body: $body, isCreation: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Edit a note that was written by API; fields you leave out stay unchanged
     *
     * - `mentions`: The `id` of each member who is told of it.
     *
     * @param UpdateNote $body
     * @return Note
     */
    public function updateNote(string $id, string $noteId, array $body): array
    {
        return $this->transport->object('PATCH', '/photo-requests/' . rawurlencode($id) . '/notes/' . rawurlencode($noteId), body: $body);
    }

    /**
     * Delete a note, whoever wrote it
     *
     * @return Deleted
     */
    public function deleteNote(string $id, string $noteId): array
    {
        return $this->transport->object('DELETE', '/photo-requests/' . rawurlencode($id) . '/notes/' . rawurlencode($noteId));
    }

    /**
     * Say who of your team takes care of a photo request; they are told
     *
     * - `user_id`: The `id` of the member. null: no one takes care of it.
     *
     * @param AssignPhotoRequest $body
     * @return Assignment
     */
    public function assign(string $id, array $body): array
    {
        return $this->transport->object('PUT', '/photo-requests/' . rawurlencode($id) . '/assignee', body: $body);
    }

    /**
     * Download the photos and answers of a submission as a ZIP archive
     *
     * @param array{photos?: 'original'|'sealed'} $query
     * @return Download
     */
    public function downloadPhotos(string $id, array $query = []): Download
    {
        return $this->transport->file('GET', '/photo-requests/' . rawurlencode($id) . '/photos.zip', query: $query);
    }

    /**
     * Download a submission as a printable report
     *
     * @return Download
     */
    public function downloadReport(string $id): Download
    {
        return $this->transport->file('GET', '/photo-requests/' . rawurlencode($id) . '/report.pdf');
    }

    /**
     * Decide about a submission: approve it, reject it, or ask for some photos again
     *
     * - `message`: About all of it. Shown to the customer if you request changes, otherwise only to your team and integrations.
     * - `slots`: If you request changes: the photos to take again. The others stay.
     * - `questions`: If you request changes: the questions to answer again. The other answers stay.
     * - `expires_in_hours`: If you request changes: how long the link stays open. Default: 168, or as long as it is open anyway.
     * - `send_email`: If you request changes: whether the customer gets an email. Default: true if the request has a `recipient_email`.
     * - `send_sms`: If you request changes: whether the customer gets a message on the phone. Default: true if one was sent before.
     * - `expected_state`: The state you decide on. If someone else has decided meanwhile, your decision is refused with `review_conflict`. Without it, only what no one has decided yet can be decided; with it, a decision can be changed.
     *
     * @param ReviewDecision $body
     * @return PhotoRequest
     */
    public function review(string $id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->transport->object('POST', '/photo-requests/' . rawurlencode($id) . '/review', body: $body, isCreation: true, idempotencyKey: $idempotencyKey);
    }
}
