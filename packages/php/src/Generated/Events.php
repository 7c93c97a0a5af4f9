<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

use Shutterpost\Pages;
use Shutterpost\Transport;

/**
 * What happened, to read after an outage.
 *
 * @phpstan-import-type Event from Types
 */
final class Events
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List what happened in the last 30 days, newest first or oldest first
     *
     * @param array{limit?: int, cursor?: string, event?: 'photo_request.submitted'|'photo_submission.created'|'photo_request.created'|'photo_request.first_viewed'|'photo_request.viewed'|'photo_request.reminded'|'photo_request.approved'|'photo_request.changes_requested'|'photo_request.rejected'|'photo_request.canceled'|'photo_request.expired'|'photo_request.deleted', photo_request_id?: string, created_after?: string, created_before?: string, after?: string, order?: 'asc'|'desc'} $query
     * @return Pages<Event>
     */
    public function list(array $query = []): Pages
    {
        return $this->transport->list('GET', '/events', query: $query);
    }
}
