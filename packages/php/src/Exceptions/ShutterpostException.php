<?php

declare(strict_types=1);

namespace Shutterpost\Exceptions;

/** What the service refused, or could not do. New codes can be added: have a default for those that you do not know. */
class ShutterpostException extends \RuntimeException
{
    /**
     * @param array<string, list<string>> $details messages by field name; nested fields use dots
     * @param ?string $requestId names the call in the logs of the service
     * @param ?string $docUrl the page that explains the code
     * @param ?float $retryAfter after how many seconds it makes sense to try again
     */
    final public function __construct(
        string $message,
        public readonly int $status,
        public readonly string $errorCode,
        public readonly array $details,
        public readonly ?string $requestId,
        public readonly ?string $docUrl,
        public readonly ?float $retryAfter,
    ) {
        parent::__construct($message, $status);
    }

    /**
     * @internal
     * @param array<string, string> $headers
     */
    public static function of(int $status, array $headers, string $body): self
    {
        // What is not JSON came from something in front of the service, a proxy say.
        $parsed = json_decode($body, true);
        $parsed = is_array($parsed) ? $parsed : [];
        $error = is_array($parsed['error'] ?? null) ? $parsed['error'] : [];
        // The one refusal with a shape of its own: email on a plan without it.
        $errors = $parsed['errors'] ?? null;
        $class = match (true) {
            $status === 400, $status === 422 => ValidationException::class,
            $status === 401 => AuthenticationException::class,
            $status === 403 => PermissionException::class,
            $status === 404 => NotFoundException::class,
            $status === 429 => RateLimitException::class,
            $status >= 500 => ServiceException::class,
            default => self::class,
        };
        return new $class(
            $error['message'] ?? $parsed['message'] ?? "The service responded with status $status.",
            $status,
            $error['code'] ?? ($errors === null ? 'unknown' : 'validation_error'),
            $error['details'] ?? $errors ?? [],
            $error['request_id'] ?? $headers['x-request-id'] ?? null,
            $error['doc_url'] ?? null,
            self::retryAfterOf($headers['retry-after'] ?? null),
        );
    }

    /** Seconds or a date, as HTTP allows both. */
    private static function retryAfterOf(?string $value): ?float
    {
        if ($value === null || ctype_digit($value)) {
            return $value === null ? null : (float) $value;
        }
        $time = strtotime($value);
        return $time === false ? null : (float) max(0, $time - time());
    }
}
