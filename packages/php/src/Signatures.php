<?php

declare(strict_types=1);

namespace Shutterpost;

use Shutterpost\Exceptions\VerificationException;

/** @internal */
final class Signatures
{
    public const TOLERANCE_SECONDS = 300;

    /**
     * @param string|list<string> $secret
     * @return list<string>
     */
    public static function secrets(#[\SensitiveParameter] string|array $secret): array
    {
        $secrets = (array) $secret;
        if ($secrets === [] || in_array('', $secrets, true)) {
            throw new \InvalidArgumentException('The secret is missing.');
        }
        return array_values($secrets);
    }

    /**
     * Signed with one of the secrets as it is displayed.
     *
     * @param string $given hexadecimal
     * @param list<string> $secrets
     */
    public static function fits(string $given, string $signed, #[\SensitiveParameter] array $secrets): bool
    {
        foreach ($secrets as $secret) {
            if (hash_equals(hash_hmac('sha256', $signed, $secret), strtolower($given))) {
                return true;
            }
        }
        return false;
    }

    public static function requireRecent(string $timestamp, int $tolerance, string $message): void
    {
        if (preg_match('/^[0-9]{1,15}$/D', $timestamp) !== 1 || abs(time() - (int) $timestamp) > $tolerance) {
            throw new VerificationException($message);
        }
    }
}
