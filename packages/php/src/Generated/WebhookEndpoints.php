<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

use Shutterpost\Pages;
use Shutterpost\Transport;

/**
 * Where events are sent, and what came of it.
 *
 * @phpstan-import-type CreateWebhookEndpoint from Types
 * @phpstan-import-type ReplayDeliveries from Types
 * @phpstan-import-type ReplayedDeliveries from Types
 * @phpstan-import-type UpdateWebhookEndpoint from Types
 * @phpstan-import-type WebhookDelivery from Types
 * @phpstan-import-type WebhookDeliveryDetail from Types
 * @phpstan-import-type WebhookEndpoint from Types
 * @phpstan-import-type WebhookEndpointDetail from Types
 * @phpstan-import-type WebhookEndpointWithSecret from Types
 * @phpstan-import-type WebhookTestResult from Types
 * @phpstan-import-type Deleted from Types
 */
final class WebhookEndpoints
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List webhook endpoints, newest first
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<WebhookEndpoint>
     */
    public function list(array $query = []): Pages
    {
        return $this->transport->list('GET', '/webhook-endpoints', query: $query);
    }

    /**
     * Create a webhook endpoint for the events of the key’s environment
     *
     * - `url`: Where events are sent. HTTPS, unless the operator allows otherwise.
     * - `name`: A name for your own use. Default: the hostname.
     * - `events`: Default: `photo_request.submitted`.
     *
     * @param CreateWebhookEndpoint $body
     * @return WebhookEndpointWithSecret
     */
    public function create(array $body, ?string $idempotencyKey = null): array
    {
        return $this->transport->object('POST', '/webhook-endpoints', body: $body, isCreation: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Get one webhook endpoint
     *
     * @return WebhookEndpointDetail
     */
    public function get(string $id): array
    {
        return $this->transport->object('GET', '/webhook-endpoints/' . rawurlencode($id));
    }

    /**
     * Update a webhook endpoint; fields you leave out stay unchanged
     *
     * - `url`: Where events are sent. HTTPS, unless the operator allows otherwise.
     * - `name`: A name for your own use. Default: the hostname.
     * - `is_active`: While off, nothing is sent. On again, what is held stays held until you replay it, and the count of failures starts again.
     *
     * @param UpdateWebhookEndpoint $body
     * @return WebhookEndpoint
     */
    public function update(string $id, array $body): array
    {
        return $this->transport->object('PATCH', '/webhook-endpoints/' . rawurlencode($id), body: $body);
    }

    /**
     * Delete a webhook endpoint with everything that was still to be sent to it
     *
     * @return Deleted
     */
    public function delete(string $id): array
    {
        return $this->transport->object('DELETE', '/webhook-endpoints/' . rawurlencode($id));
    }

    /**
     * Get a new signing secret, which signs beside the current one until you activate it
     *
     * @return WebhookEndpointWithSecret
     */
    public function rotateSecret(string $id, ?string $idempotencyKey = null): array
    {
        return $this->transport->object('POST', '/webhook-endpoints/' . rawurlencode($id) . '/rotate-secret', isCreation: true, idempotencyKey: $idempotencyKey);
    }

    /**
     * Finish a rotation: the new signing secret takes the place of the current one
     *
     * @return WebhookEndpoint
     */
    public function activateSecret(string $id): array
    {
        return $this->transport->object('POST', '/webhook-endpoints/' . rawurlencode($id) . '/activate-secret');
    }

    /**
     * List what was sent to an endpoint in the last 30 days, newest first
     *
     * @param array{limit?: int, cursor?: string, status?: 'due'|'held'|'delivered'|'failed'|'blocked', event?: 'photo_request.submitted'|'photo_submission.created'|'photo_request.created'|'photo_request.first_viewed'|'photo_request.viewed'|'photo_request.reminded'|'photo_request.approved'|'photo_request.changes_requested'|'photo_request.rejected'|'photo_request.canceled'|'photo_request.expired'|'photo_request.deleted'|'webhook.test', photo_request_id?: string, created_after?: string, created_before?: string} $query
     * @return Pages<WebhookDelivery>
     */
    public function listDeliveries(string $id, array $query = []): Pages
    {
        return $this->transport->list('GET', '/webhook-endpoints/' . rawurlencode($id) . '/deliveries', query: $query);
    }

    /**
     * Get one delivery with its body and every attempt
     *
     * @return WebhookDeliveryDetail
     */
    public function getDelivery(string $id, string $deliveryId): array
    {
        return $this->transport->object('GET', '/webhook-endpoints/' . rawurlencode($id) . '/deliveries/' . rawurlencode($deliveryId));
    }

    /**
     * Send one delivery again: the same event with the same id, and a full set of attempts
     *
     * @return WebhookDelivery
     */
    public function replayDelivery(string $id, string $deliveryId): array
    {
        return $this->transport->object('POST', '/webhook-endpoints/' . rawurlencode($id) . '/deliveries/' . rawurlencode($deliveryId) . '/replay');
    }

    /**
     * Send everything again that did not arrive, or what you choose
     *
     * - `statuses`: Default: `failed`, `held` and `blocked`, all that did not arrive.
     *
     * @param ReplayDeliveries $body
     * @return ReplayedDeliveries
     */
    public function replayDeliveries(string $id, array $body): array
    {
        return $this->transport->object('POST', '/webhook-endpoints/' . rawurlencode($id) . '/replay', body: $body);
    }

    /**
     * Send a test event right now, and get what came of it
     *
     * @return WebhookTestResult
     */
    public function test(string $id): array
    {
        return $this->transport->object('POST', '/webhook-endpoints/' . rawurlencode($id) . '/test');
    }
}
