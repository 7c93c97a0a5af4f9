<?php

declare(strict_types=1);

namespace Shutterpost;

use Shutterpost\Exceptions\VerificationException;

final class Returns
{
    /**
     * Which photo request a customer comes back from, once it is sure that the service sent them; otherwise a
     * `VerificationException`. Compare it with the one that you are waiting for.
     *
     * @param string $url the address that was called, at least its path and query: `$_SERVER['REQUEST_URI']`
     * @param string|list<string> $secret `rtsec_…`; during a rotation give both
     * @param int $tolerance how old the signature may be, in seconds
     * @return array{photo_request_id: string, status: string}
     */
    public static function verify(
        string $url,
        #[\SensitiveParameter] string|array $secret,
        int $tolerance = Signatures::TOLERANCE_SECONDS,
    ): array {
        $secrets = Signatures::secrets($secret);
        parse_str((string) parse_url($url, PHP_URL_QUERY), $query);
        $text = fn (string $name): string => is_string($query[$name] ?? null) ? $query[$name] : '';
        [$id, $status, $t] = array_map($text, ['photo_request_id', 'status', 't']);
        // While the secret is rotated there are two.
        foreach (explode('.', $text('signature')) as $given) {
            if (Signatures::fits($given, "$id.$status.$t", $secrets)) {
                Signatures::requireRecent($t, $tolerance, 'The return is too old, or a clock is wrong.');
                return ['photo_request_id' => $id, 'status' => $status];
            }
        }
        throw new VerificationException('The signature is wrong or missing.');
    }
}
