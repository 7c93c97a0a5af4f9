<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

use Shutterpost\Transport;

/**
 * For your own tests, with test keys.
 *
 * @phpstan-import-type PhotoRequest from Types
 */
final class TestHelpers
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Act as the customer and submit generated sample photos (test keys only)
     *
     * @return PhotoRequest
     */
    public function submitSamplePhotos(string $id): array
    {
        return $this->transport->object('POST', '/test-helpers/photo-requests/' . rawurlencode($id) . '/submit');
    }
}
