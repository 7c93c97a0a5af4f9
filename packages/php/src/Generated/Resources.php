<?php

// Made from docs/openapi.json by `npm run sdks`; changes are lost.

declare(strict_types=1);

namespace Shutterpost\Generated;

use Shutterpost\Transport;

abstract class Resources
{
    /** Ask one customer for photos. */
    public readonly PhotoRequests $photoRequests;

    /** A reusable link for many customers. */
    public readonly PermanentLinks $permanentLinks;

    /** What your team asks for again and again. */
    public readonly Templates $templates;

    /** Example pictures and guides that customers see beside the camera. */
    public readonly SlotImages $slotImages;

    /** Your team: who can be assigned and mentioned, and what each is told of. */
    public readonly Members $members;

    /** Where events are sent, and what came of it. */
    public readonly WebhookEndpoints $webhookEndpoints;

    /** What happened, to read after an outage. */
    public readonly Events $events;

    /** For your own tests, with test keys. */
    public readonly TestHelpers $testHelpers;

    /** Health, statistics and the plan. */
    public readonly Service $service;

    public function __construct(Transport $transport)
    {
        $this->photoRequests = new PhotoRequests($transport);
        $this->permanentLinks = new PermanentLinks($transport);
        $this->templates = new Templates($transport);
        $this->slotImages = new SlotImages($transport);
        $this->members = new Members($transport);
        $this->webhookEndpoints = new WebhookEndpoints($transport);
        $this->events = new Events($transport);
        $this->testHelpers = new TestHelpers($transport);
        $this->service = new Service($transport);
    }
}
