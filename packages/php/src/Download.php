<?php

declare(strict_types=1);

namespace Shutterpost;

/** A file that was downloaded; a large one waits in a temporary file, not in memory. */
final class Download
{
    public readonly string $contentType;
    public readonly ?string $filename;

    public function __construct(private readonly Response $response)
    {
        $this->contentType = $response->headers['content-type'] ?? 'application/octet-stream';
        $disposition = $response->headers['content-disposition'] ?? '';
        $this->filename = preg_match('/filename="([^"]*)"/i', $disposition, $found) === 1 ? $found[1] : null;
    }

    public function contents(): string
    {
        rewind($this->response->body);
        return $this->response->contents();
    }

    /** @return resource */
    public function stream(): mixed
    {
        rewind($this->response->body);
        return $this->response->body;
    }

    public function saveTo(string $path): void
    {
        if (file_put_contents($path, $this->stream()) === false) {
            throw new \RuntimeException("The file cannot be written to $path.");
        }
    }
}
