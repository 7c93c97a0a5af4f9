<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

use Shutterpost\Pages;
use Shutterpost\Transport;

/**
 * What your team asks for again and again.
 *
 * @phpstan-import-type CreateTemplate from Types
 * @phpstan-import-type DuplicateTemplate from Types
 * @phpstan-import-type Template from Types
 * @phpstan-import-type UpdateTemplate from Types
 * @phpstan-import-type Deleted from Types
 */
final class Templates
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List templates, newest first
     *
     * @param array{limit?: int, cursor?: string, is_archived?: bool} $query
     * @return Pages<Template>
     */
    public function list(array $query = []): Pages
    {
        return $this->transport->list('GET', '/templates', query: $query);
    }

    /**
     * Create a template
     *
     * - `name`: A name for your team. Customers do not see it.
     * - `instructions`: Text shown to the customer.
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
     *
     * @param CreateTemplate $body
     * @return Template
     */
    public function create(array $body, ?string $idempotencyKey = null): array
    {
        return $this->transport->object('POST', '/templates', body: $body, objects: ['translations', 'evidence_policy', 'metadata', 'expected_location'], isCreation: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Get one template
     *
     * @return Template
     */
    public function get(string $id): array
    {
        return $this->transport->object('GET', '/templates/' . rawurlencode($id));
    }

    /**
     * Update, archive or restore a template; fields you leave out stay unchanged
     *
     * - `name`: A name for your team. Customers do not see it.
     * - `instructions`: Text shown to the customer.
     * - `is_archived`: An archived template stays readable, but nothing can be created from it.
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
     *
     * @param UpdateTemplate $body
     * @return Template
     */
    public function update(string $id, array $body): array
    {
        return $this->transport->object('PATCH', '/templates/' . rawurlencode($id), body: $body, objects: ['translations', 'evidence_policy', 'metadata', 'expected_location']);
    }

    /**
     * Delete a template; what was created from it is kept
     *
     * @return Deleted
     */
    public function delete(string $id): array
    {
        return $this->transport->object('DELETE', '/templates/' . rawurlencode($id));
    }

    /**
     * Create a template with the content of another
     *
     * - `name`: Default: the name of the template, with “copy” behind it.
     *
     * @param DuplicateTemplate $body
     * @return Template
     */
    public function duplicate(string $id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->transport->object('POST', '/templates/' . rawurlencode($id) . '/duplicate', body: $body, isCreation: true, idempotencyKey: $idempotencyKey);
    }
}
