<?php

declare(strict_types=1);

namespace Shutterpost;

use Shutterpost\Exceptions\ConnectionException;
use Shutterpost\Exceptions\ShutterpostException;

/** @internal */
final class Transport
{
    private const RETRIED_STATUSES = [429, 500, 502, 503, 504];
    /** Whoever is told to wait longer decides themselves. */
    private const MAX_PAUSE_SECONDS = 60;
    private const FIRST_PAUSE_SECONDS = 0.5;

    private readonly string $base;

    public function __construct(
        private readonly Http $http,
        string $baseUrl,
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly int $maxRetries,
    ) {
        if ($apiKey === '') {
            throw new \InvalidArgumentException('The API key is missing.');
        }
        $this->base = rtrim($baseUrl, '/') . '/v1';
    }

    /** @return array<string, mixed> */
    public function object(string $method, string $path, mixed ...$call): array
    {
        return $this->bare($method, $path, ...$call)['data'];
    }

    /** @return array<string, mixed> */
    public function bare(string $method, string $path, mixed ...$call): array
    {
        $text = $this->send($method, $path, ...$call)->contents();
        return json_decode($text, true, flags: JSON_THROW_ON_ERROR);
    }

    public function file(string $method, string $path, mixed ...$call): Download
    {
        return new Download($this->send($method, $path, ...$call, isFile: true));
    }

    /**
     * @param array<string, mixed> $query
     * @return Pages<mixed>
     */
    public function list(string $method, string $path, array $query = []): Pages
    {
        return new Pages(fn (?string $cursor): array => $this->bare(
            $method,
            $path,
            query: $cursor === null ? $query : [...$query, 'cursor' => $cursor],
        ));
    }

    /**
     * @param array<string, mixed> $query
     * @param ?array<string, mixed> $body
     * @param list<string> $objects names of fields whose empty array is an object
     * @param bool $isCreation takes an `Idempotency-Key`
     */
    private function send(
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        array $objects = [],
        ?string $file = null,
        string $contentType = 'application/json',
        bool $isCreation = false,
        ?string $idempotencyKey = null,
        bool $isFile = false,
    ): Response {
        $sent = $file ?? ($body === null ? null : self::encode($body, $objects));
        $headers = ['X-API-Key: ' . $this->apiKey];
        if ($sent !== null) {
            $headers[] = 'Content-Type: ' . $contentType;
        } elseif ($method === 'POST') {
            // Says that there is none, instead of the form that curl would announce.
            $sent = '';
            $headers[] = 'Content-Type:';
        }
        // The same for all attempts: whichever arrives first is the one that counts.
        if ($isCreation) {
            $headers[] = 'Idempotency-Key: ' . ($idempotencyKey ?? self::randomUuid());
        }
        $url = $this->base . $path . self::queryString($query);
        $isRepeatable = $isCreation || $method !== 'POST';

        for ($retries = 0; ; $retries += 1) {
            try {
                $response = $this->http->send($method, $url, $headers, $sent, isFresh: !$isRepeatable, isFile: $isFile);
                if ($response->status < 300) {
                    return $response;
                }
                $error = ShutterpostException::of($response->status, $response->headers, $response->contents());
            } catch (ConnectionException $error) {
            }
            $pause = $retries < $this->maxRetries ? self::pauseAfter($error, $retries, $isRepeatable) : null;
            if ($pause === null) {
                throw $error;
            }
            usleep((int) ($pause * 1_000_000));
        }
    }

    /**
     * @param array<string, mixed> $body
     * @param list<string> $objects
     */
    private static function encode(array $body, array $objects): string
    {
        foreach ($objects as $name) {
            if (($body[$name] ?? null) === []) {
                $body[$name] = new \stdClass();
            }
        }
        return json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    }

    /** @param array<string, mixed> $query */
    private static function queryString(array $query): string
    {
        $text = fn (mixed $value): string => match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            is_array($value) => implode(',', $value),
            default => (string) $value,
        };
        $given = array_map($text, array_filter($query, fn (mixed $value): bool => $value !== null));
        return $given === [] ? '' : '?' . http_build_query($given, '', '&', PHP_QUERY_RFC3986);
    }

    /** In seconds; null when the call must not be repeated, or not so soon. */
    private static function pauseAfter(
        ShutterpostException|ConnectionException $error,
        int $retries,
        bool $isRepeatable,
    ): ?float {
        if ($error instanceof ConnectionException) {
            return $isRepeatable ? self::backoff($retries) : null;
        }
        if (!in_array($error->status, self::RETRIED_STATUSES, true)) {
            return null;
        }
        // Refused by these, a call has done nothing, whatever it is.
        if (!$isRepeatable && $error->status !== 429 && $error->status !== 503) {
            return null;
        }
        $pause = $error->retryAfter ?? self::backoff($retries);
        return $pause <= self::MAX_PAUSE_SECONDS ? $pause : null;
    }

    /** Longer each time, and never the same for two clients. */
    private static function backoff(int $retries): float
    {
        return self::FIRST_PAUSE_SECONDS * 2 ** $retries * (0.5 + random_int(0, 1_000_000) / 2_000_000);
    }

    private static function randomUuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
