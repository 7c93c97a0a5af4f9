<?php

// The same story in every language; what is expected of it stands in test/process/sdk-languages.test.ts.

declare(strict_types=1);

require __DIR__ . '/autoload.php';

use Shutterpost\Returns;
use Shutterpost\Shutterpost;
use Shutterpost\Webhooks;

$given = json_decode((string) file_get_contents($argv[1]), true, flags: JSON_THROW_ON_ERROR);
$direct = new Shutterpost($given['url'], $given['apiKey']);
$failing = new Shutterpost($given['proxyUrl'], $given['apiKey']);

function failure(Closure $call): mixed
{
    try {
        return $call();
    } catch (Exception $error) {
        return $error;
    }
}

function nameOf(mixed $result): mixed
{
    if (!$result instanceof Exception) {
        return $result;
    }
    return str_replace('Exception', 'Error', (new ReflectionClass($result))->getShortName());
}

$created = $failing->photoRequests->create(['instructions' => 'Once', 'external_id' => $given['externalId']]);
$found = [];
foreach ($failing->photoRequests->list(['external_id' => $given['externalId']]) as $each) {
    $found[] = $each['id'];
}

$canceled = $failing->photoRequests->create(['instructions' => 'Cancel me']);
$lost = nameOf(failure(fn () => $failing->photoRequests->cancel($canceled['id'])));
$status = $failing->photoRequests->get($canceled['id'])['status'];

$later = failure(fn () => $failing->service->ping());
$refused = failure(fn () => $direct->photoRequests->create(['instructions' => 'x', 'expires_in_hours' => 0]));

foreach (['One', 'Two', 'Three'] as $name) {
    $template = $direct->templates->create(
        ['name' => $name, 'instructions' => 'Photograph it.', 'metadata' => ['a' => 'b']],
    );
}
$before = $direct->templates->get($template['id'])['metadata'];
$after = $direct->templates->update($template['id'], ['metadata' => [], 'expires_in_hours' => null])['metadata'];
$pages = $direct->templates->list(['limit' => 2, 'is_archived' => false]);

$picture = (string) file_get_contents($given['picture']);
$image = $direct->slotImages->create($picture, 'image/jpeg', ['purpose' => 'example']);
$id = $direct->photoRequests->create(['instructions' => 'x'])['id'];
[$first, $second] = $direct->testHelpers->submitSamplePhotos($id)['items'];

echo json_encode([
    'isCreatedOnce' => $found === [$created['id']],
    'lost' => $lost,
    'status' => $status,
    'later' => [nameOf($later), $later->retryAfter],
    'refused' => [
        nameOf($refused),
        $refused->status,
        $refused->errorCode,
        array_keys($refused->details),
        substr((string) $refused->requestId, 0, 4),
        substr((string) $refused->docUrl, 0, 4),
    ],
    'wrong_key' => nameOf(failure(fn () => (new Shutterpost($given['url'], 'shp_test_wrong'))->service->ping())),
    'missing' => nameOf(failure(fn () => $direct->photoRequests->get('req_none/../x'))),
    'names' => array_column($pages->toArray(3), 'name'),
    'one' => count($pages->toArray(1)),
    'hasMore' => $pages->page()['meta']['has_more'],
    'metadata' => [$before, (object) $after],
    'purpose' => $image['purpose'],
    'zip' => substr($direct->photoRequests->downloadPhotos($id)->contents(), 0, 2),
    'pdf' => substr($direct->photoRequests->downloadReport($id)->contents(), 0, 4),
    'photo' => strlen($direct->downloadPhoto($first)) > 0,
    'exchanged' => nameOf(failure(
        fn () => $direct->downloadPhoto(['url' => $first['url'], 'sha256' => $second['sha256']]),
    )),
    'webhooks' => array_map(
        fn (array $each) => nameOf(failure(
            fn () => Webhooks::verify($each['body'], $each['headers'], $each['secrets'])['id'],
        )),
        $given['webhooks'],
    ),
    'returns' => array_map(
        fn (array $each) => nameOf(failure(
            fn () => Returns::verify($each['url'], $each['secrets'])['photo_request_id'],
        )),
        $given['returns'],
    ),
], JSON_THROW_ON_ERROR);
