<?php

declare(strict_types=1);

namespace Shutterpost;

use Shutterpost\Exceptions\ConnectionException;

/** @internal */
final class Http
{
    /** Up to here a response stays in memory; a larger one goes into a temporary file. */
    private const MEMORY_BYTES = 2_097_152;

    private readonly \CurlHandle $curl;

    public function __construct(private readonly float $timeout)
    {
        $this->curl = curl_init();
    }

    /**
     * @param list<string> $headers
     * @param bool $isFresh not over a connection that was used before: curl repeats by itself what is lost on such a one
     * @param bool $isFile may take longer than the timeout as long as something arrives
     */
    public function send(
        string $method,
        string $url,
        array $headers = [],
        ?string $body = null,
        bool $isFresh = false,
        bool $isFile = false,
        bool $followsRedirects = false,
    ): Response {
        $received = fopen('php://temp/maxmemory:' . self::MEMORY_BYTES, 'w+b');
        if ($received === false) {
            throw new \RuntimeException('There is no place for a response.');
        }
        $fields = [];
        $milliseconds = (int) ($this->timeout * 1_000);
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_USERAGENT => 'shutterpost-php',
            // Without this curl asks first before it sends a large body.
            CURLOPT_HTTPHEADER => ['Expect:', ...$headers],
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => $followsRedirects,
            CURLOPT_FRESH_CONNECT => $isFresh,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_CONNECTTIMEOUT_MS => $milliseconds,
            CURLOPT_FILE => $received,
            CURLOPT_HEADERFUNCTION => function (\CurlHandle $_, string $line) use (&$fields): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $fields = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $fields[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ]);
        curl_setopt_array($this->curl, $isFile
            ? [CURLOPT_LOW_SPEED_LIMIT => 1, CURLOPT_LOW_SPEED_TIME => max(1, (int) ceil($this->timeout))]
            : [CURLOPT_TIMEOUT_MS => $milliseconds]);
        if ($body !== null) {
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, $body);
        }
        if (curl_exec($this->curl) === false) {
            $path = parse_url($url, PHP_URL_PATH);
            throw new ConnectionException("$method $path: " . curl_error($this->curl));
        }
        rewind($received);
        return new Response((int) curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $fields, $received);
    }
}
