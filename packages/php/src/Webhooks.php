<?php

declare(strict_types=1);

namespace Shutterpost;

use Shutterpost\Exceptions\VerificationException;

final class Webhooks
{
    private const PREFIX = 'whsec_';

    /**
     * The event, once it is sure that it is genuine and not an old one sent again; otherwise a `VerificationException`.
     *
     * It looks at `webhook-signature` alone: `X-Webhook-Signature` says nothing about id and age, so a recorded webhook
     * would fit forever. `id` is the same on every attempt and every replay: process each id once.
     *
     * @param string $body as received, before anything has parsed it: `file_get_contents('php://input')`
     * @param array<string, string|list<string>> $headers such as those of `getallheaders()`
     * @param string|list<string> $secret `whsec_…`; during a rotation give both
     * @param int $tolerance how old a webhook may be, in seconds
     * @return array{id: string, event: string, timestamp: string, environment: 'live'|'test'|string, data: array<string, mixed>}
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        int $tolerance = Signatures::TOLERANCE_SECONDS,
    ): array {
        $secrets = Signatures::secrets($secret);
        $header = array_change_key_case(array_map(
            fn (string|array $value): ?string => is_array($value) ? ($value[0] ?? null) : $value,
            $headers,
        ));
        $id = $header['webhook-id'] ?? null;
        $timestamp = $header['webhook-timestamp'] ?? null;
        $signatures = $header['webhook-signature'] ?? null;
        if ($id === null || $timestamp === null || $signatures === null) {
            throw new VerificationException('The signature is missing.');
        }
        if (!self::isSigned("$id.$timestamp.$body", $signatures, $secrets)) {
            throw new VerificationException('The signature is wrong.');
        }
        Signatures::requireRecent($timestamp, $tolerance, 'The webhook is too old, or a clock is wrong.');
        return ['id' => $id] + self::parse($body);
    }

    /**
     * As Standard Webhooks has it: several signatures, of which one has to fit.
     *
     * @param list<string> $secrets
     */
    private static function isSigned(string $signed, string $header, #[\SensitiveParameter] array $secrets): bool
    {
        foreach ($secrets as $secret) {
            $key = self::fromBase64((string) preg_replace('/^' . self::PREFIX . '/', '', $secret));
            // With an empty key anyone could sign.
            if ($key === '') {
                throw new \InvalidArgumentException('The secret is not one of a webhook endpoint.');
            }
            $expected = hash_hmac('sha256', $signed, $key, true);
            foreach (explode(' ', $header) as $part) {
                if (str_starts_with($part, 'v1,') && hash_equals($expected, self::fromBase64(substr($part, 3)))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Empty for what is none, which fits nothing. */
    private static function fromBase64(string $text): string
    {
        return (string) base64_decode(strtr($text, '-_', '+/'), true);
    }

    /** @return array<string, mixed> */
    private static function parse(string $body): array
    {
        $event = json_decode($body, true);
        if (!is_array($event)) {
            throw new VerificationException('The body is not a JSON object.');
        }
        return $event;
    }
}
