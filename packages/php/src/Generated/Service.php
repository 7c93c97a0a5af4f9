<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

use Shutterpost\Transport;

/**
 * Health, statistics and the plan.
 *
 * @phpstan-import-type Ping from Types
 * @phpstan-import-type Stats from Types
 * @phpstan-import-type Status from Types
 */
final class Service
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Check that the key works
     *
     * @return Ping
     */
    public function ping(): array
    {
        return $this->transport->bare('GET', '/ping');
    }

    /**
     * Check the health of the API
     *
     * @return Status
     */
    public function getStatus(): array
    {
        return $this->transport->object('GET', '/status');
    }

    /**
     * Get the workspace’s usage, counts and plan
     *
     * @return Stats
     */
    public function getStats(): array
    {
        return $this->transport->object('GET', '/stats');
    }
}
