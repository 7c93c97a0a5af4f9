<?php

declare(strict_types=1);

namespace Shutterpost;

/** @internal */
final class Response
{
    /**
     * @param array<string, string> $headers by name in lower case
     * @param resource $body at its beginning
     */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly mixed $body,
    ) {
    }

    public function contents(): string
    {
        return (string) stream_get_contents($this->body);
    }
}
