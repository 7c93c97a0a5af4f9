<?php
// WEBHOOK_SECRET=whsec_… php verify.php "$SIGNATURE" < body; exits with 0 if the webhook is genuine, otherwise with 1.

/** $body is the raw request body: file_get_contents('php://input') in a web server. */
function isGenuine(string $body, string $signature, string $secret): bool
{
    if ($secret === '') {
        fwrite(STDERR, "The signing secret is missing\n");
        return false;
    }
    $expected = 'sha256=' . hash_hmac('sha256', $body, $secret);
    return hash_equals($expected, $signature);
}

$secret = (string) getenv('WEBHOOK_SECRET');
$signature = $argv[1] ?? '';
exit(isGenuine(file_get_contents('php://stdin'), $signature, $secret) ? 0 : 1);
