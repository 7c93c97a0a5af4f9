<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

use Shutterpost\Pages;
use Shutterpost\Transport;

/**
 * Example pictures and guides that customers see beside the camera.
 *
 * @phpstan-import-type SlotImage from Types
 * @phpstan-import-type Deleted from Types
 */
final class SlotImages
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List slot images, newest first
     *
     * @param array{limit?: int, cursor?: string, purpose?: 'example'|'guide'} $query
     * @return Pages<SlotImage>
     */
    public function list(array $query = []): Pages
    {
        return $this->transport->list('GET', '/slot-images', query: $query);
    }

    /**
     * Upload an example picture or a guide for photo slots
     *
     * @param array{purpose: 'example'|'guide'} $query
     * @return SlotImage
     */
    public function create(string $file, string $contentType, array $query, ?string $idempotencyKey = null): array
    {
        return $this->transport->object('POST', '/slot-images', query: $query, file: $file, contentType: $contentType, isCreation: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Get one slot image
     *
     * @return SlotImage
     */
    public function get(string $id): array
    {
        return $this->transport->object('GET', '/slot-images/' . rawurlencode($id));
    }

    /**
     * Delete a slot image; slots that use it are shown without it
     *
     * @return Deleted
     */
    public function delete(string $id): array
    {
        return $this->transport->object('DELETE', '/slot-images/' . rawurlencode($id));
    }
}
