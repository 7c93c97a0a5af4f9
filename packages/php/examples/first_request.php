<?php

// SHUTTERPOST_URL=https://photos.example.com SHUTTERPOST_KEY=shp_test_… php first_request.php
// With a test key: the photos are samples, and no one gets an email.

declare(strict_types=1);

require __DIR__ . '/vendor/autoload.php';

use Shutterpost\Exceptions\ValidationException;
use Shutterpost\Shutterpost;

$shutterpost = new Shutterpost(
    getenv('SHUTTERPOST_URL') ?: 'http://localhost:3000',
    getenv('SHUTTERPOST_KEY') ?: '',
);

$request = $shutterpost->photoRequests->create([
    'instructions' => 'Please photograph the damage to your car.',
    'photo_slots' => [
        ['instructions' => 'The whole car from the front'],
        ['instructions' => 'The damage up close'],
    ],
    'external_id' => 'claim-4711',
]);
echo "Send this to your customer: {$request['request_url']}\n";

// Plays the customer.
$submitted = $shutterpost->testHelpers->submitSamplePhotos($request['id']);
foreach ($submitted['items'] as $photo) {
    $file = $shutterpost->downloadPhoto($photo);
    echo "{$photo['slot_instructions']}: ", strlen($file), " bytes\n";
}

foreach ($shutterpost->photoRequests->list(['external_id' => 'claim-4711']) as $each) {
    echo "{$each['id']} is {$each['status']}\n";
}

try {
    $shutterpost->photoRequests->create(['instructions' => '']);
} catch (ValidationException $error) {
    echo 'Refused: ', implode(' ', $error->details['instructions']), "\n";
}
