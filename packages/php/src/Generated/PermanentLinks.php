<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

use Shutterpost\Pages;
use Shutterpost\Transport;

/**
 * A reusable link for many customers.
 *
 * @phpstan-import-type AccessCode from Types
 * @phpstan-import-type CreatePermanentLink from Types
 * @phpstan-import-type DecidedSubmission from Types
 * @phpstan-import-type HeldSubmission from Types
 * @phpstan-import-type PermanentLink from Types
 * @phpstan-import-type UpdatePermanentLink from Types
 * @phpstan-import-type Deleted from Types
 */
final class PermanentLinks
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List permanent links, newest first
     *
     * @param array{limit?: int, cursor?: string, created_after?: string, created_before?: string} $query
     * @return Pages<PermanentLink>
     */
    public function list(array $query = []): Pages
    {
        return $this->transport->list('GET', '/permanent-links', query: $query);
    }

    /**
     * Create a permanent link
     *
     * - `name`: A name for the link.
     * - `slug`: The readable part of the link’s address. Must be unique on this server.
     * - `instructions`: Text shown to the customer.
     * - `template_id`: A template that fills in what you leave out. Later changes of the template do not change what was created from it.
     * - `photo_slots`: Specific photos to request, one per slot.
     * - `questions`: Questions for the customer, beside the photos.
     * - `translations`: The texts in other languages, by language. A customer whose language is among them reads those.
     * - `requires_review`: Whether your team decides about each submission: `review.state` is `pending` until then. Default: false.
     * - `evidence_policy`: What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts.
     * - `return_url`: Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
     * - `cancel_url`: Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
     * - `metadata`: Up to 20 key-value pairs of strings, returned unchanged.
     * - `expires_at`: When the link closes. null: never.
     * - `max_submissions`: Maximum number of submissions. null: no limit.
     * - `daily_limit_per_address`: Maximum number of submissions per IP address (IPv6: per /64 network) within 24 hours. null: the default limits.
     * - `access_code`: Visitors must enter this code before they can send photos. null: no code. Not case-sensitive. Never returned.
     * - `requires_approval`: Whether submissions are held until a member approves them in the web application. A held submission uses no quota, sends no event and appears in no list.
     *
     * @param CreatePermanentLink $body
     * @return PermanentLink
     */
    public function create(array $body, ?string $idempotencyKey = null): array
    {
        return $this->transport->object('POST', '/permanent-links', body: $body, objects: ['translations', 'evidence_policy', 'metadata'], isCreation: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Get one permanent link
     *
     * @return PermanentLink
     */
    public function get(string $id): array
    {
        return $this->transport->object('GET', '/permanent-links/' . rawurlencode($id));
    }

    /**
     * Update a permanent link; fields you leave out stay unchanged
     *
     * - `name`: A name for the link.
     * - `slug`: The readable part of the link’s address. Must be unique on this server.
     * - `instructions`: Text shown to the customer.
     * - `expires_at`: When the link closes. null: never.
     * - `max_submissions`: Maximum number of submissions. null: no limit.
     * - `daily_limit_per_address`: Maximum number of submissions per IP address (IPv6: per /64 network) within 24 hours. null: the default limits.
     * - `access_code`: Visitors must enter this code before they can send photos. null: no code. Not case-sensitive. Never returned.
     * - `requires_approval`: Whether submissions are held until a member approves them in the web application. A held submission uses no quota, sends no event and appears in no list.
     * - `requires_review`: Whether your team decides about each submission, as in a photo request.
     * - `translations`: The texts in other languages, by language. A customer whose language is among them reads those.
     * - `evidence_policy`: What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts.
     * - `return_url`: Where the customer goes after submitting, with a signature in the query. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
     * - `cancel_url`: Where the customer goes who does not want to send photos now. Its origin must be one of the allowed origins of your workspace. http only for localhost, in test.
     *
     * @param UpdatePermanentLink $body
     * @return PermanentLink
     */
    public function update(string $id, array $body): array
    {
        return $this->transport->object('PATCH', '/permanent-links/' . rawurlencode($id), body: $body, objects: ['translations', 'evidence_policy', 'metadata']);
    }

    /**
     * Delete a permanent link; photos submitted through it are kept
     *
     * @return Deleted
     */
    public function delete(string $id): array
    {
        return $this->transport->object('DELETE', '/permanent-links/' . rawurlencode($id));
    }

    /**
     * Get the access code of a permanent link
     *
     * @return AccessCode
     */
    public function getAccessCode(string $id): array
    {
        return $this->transport->object('GET', '/permanent-links/' . rawurlencode($id) . '/access-code');
    }

    /**
     * List the submissions through a link that wait for approval: the 50 oldest
     *
     * @return Pages<HeldSubmission>
     */
    public function listHeldSubmissions(string $id): Pages
    {
        return $this->transport->list('GET', '/permanent-links/' . rawurlencode($id) . '/held-submissions');
    }

    /**
     * Approve a held submission: it becomes a photo request, takes quota and is told of
     *
     * @return DecidedSubmission
     */
    public function approveHeldSubmission(string $id, string $submissionId): array
    {
        return $this->transport->object('POST', '/permanent-links/' . rawurlencode($id) . '/held-submissions/' . rawurlencode($submissionId) . '/approve');
    }

    /**
     * Reject a held submission; it is deleted with its photos
     *
     * @return DecidedSubmission
     */
    public function rejectHeldSubmission(string $id, string $submissionId): array
    {
        return $this->transport->object('POST', '/permanent-links/' . rawurlencode($id) . '/held-submissions/' . rawurlencode($submissionId) . '/reject');
    }
}
