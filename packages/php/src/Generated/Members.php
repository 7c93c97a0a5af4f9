<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

use Shutterpost\Pages;
use Shutterpost\Transport;

/**
 * Your team: who can be assigned and mentioned, and what each is told of.
 *
 * @phpstan-import-type Member from Types
 * @phpstan-import-type Notification from Types
 * @phpstan-import-type NotificationChoices from Types
 * @phpstan-import-type ReadNotifications from Types
 * @phpstan-import-type UnreadNotifications from Types
 * @phpstan-import-type UpdateNotificationChoices from Types
 */
final class Members
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List the members of the workspace, newest account first
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<Member>
     */
    public function list(array $query = []): Pages
    {
        return $this->transport->list('GET', '/members', query: $query);
    }

    /**
     * Get one member
     *
     * @return Member
     */
    public function get(string $id): array
    {
        return $this->transport->object('GET', '/members/' . rawurlencode($id));
    }

    /**
     * List what a member was told of in the application, newest first
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<Notification>
     */
    public function listNotifications(string $id, array $query = []): Pages
    {
        return $this->transport->list('GET', '/members/' . rawurlencode($id) . '/notifications', query: $query);
    }

    /**
     * Count the notifications that a member has not read
     *
     * @return UnreadNotifications
     */
    public function countUnreadNotifications(string $id): array
    {
        return $this->transport->object('GET', '/members/' . rawurlencode($id) . '/notifications/unread');
    }

    /**
     * Mark a member’s notifications as read, up to one of them
     *
     * - `up_to`: The newest one that was seen.
     *
     * @param ReadNotifications $body
     * @return UnreadNotifications
     */
    public function readNotifications(string $id, array $body): array
    {
        return $this->transport->object('POST', '/members/' . rawurlencode($id) . '/notifications/read', body: $body);
    }

    /**
     * Mark one notification of a member as read
     *
     * @return UnreadNotifications
     */
    public function readNotification(string $id, string $notificationId): array
    {
        return $this->transport->object('POST', '/members/' . rawurlencode($id) . '/notifications/' . rawurlencode($notificationId) . '/read');
    }

    /**
     * Get what a member chose to hear of
     *
     * @return NotificationChoices
     */
    public function getNotificationChoices(string $id): array
    {
        return $this->transport->object('GET', '/members/' . rawurlencode($id) . '/notification-choices');
    }

    /**
     * Choose for a member what they hear of, with a live key; topics you leave out stay unchanged
     *
     * @param UpdateNotificationChoices $body
     * @return NotificationChoices
     */
    public function updateNotificationChoices(string $id, array $body): array
    {
        return $this->transport->object('PATCH', '/members/' . rawurlencode($id) . '/notification-choices', body: $body, objects: ['submitted', 'review', 'mentioned', 'endpoint_failing', 'archive_failing', 'quota']);
    }
}
