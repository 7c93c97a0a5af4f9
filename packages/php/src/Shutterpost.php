<?php

declare(strict_types=1);

namespace Shutterpost;

use Shutterpost\Exceptions\ShutterpostException;
use Shutterpost\Exceptions\VerificationException;
use Shutterpost\Generated\Resources;

/** A client of one installation with one key. */
final class Shutterpost extends Resources
{
    private readonly Http $http;

    /**
     * @param string $baseUrl address of the installation, such as `https://photos.example.com`
     * @param string $apiKey `shp_live_…` or `shp_test_…`
     * @param int $maxRetries how often a call is repeated that failed through no fault of its own
     * @param float $timeout seconds for each attempt
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] string $apiKey,
        int $maxRetries = 3,
        float $timeout = 30,
    ) {
        $this->http = new Http($timeout);
        parent::__construct(new Transport($this->http, $baseUrl, $apiKey, $maxRetries));
    }

    /**
     * The photo's file, once it is sure that it is the one that the customer sent.
     *
     * @param array{url: string, sha256: string} $photo
     */
    public function downloadPhoto(array $photo): string
    {
        // The link is signed: the key would only be told to a bucket.
        $response = $this->http->send('GET', $photo['url'], followsRedirects: true);
        $file = $response->contents();
        if ($response->status >= 300) {
            throw ShutterpostException::of($response->status, $response->headers, $file);
        }
        if (!hash_equals($photo['sha256'], hash('sha256', $file))) {
            throw new VerificationException('The photo is not the one that was sent.');
        }
        return $file;
    }
}
