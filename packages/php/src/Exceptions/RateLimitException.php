<?php

declare(strict_types=1);

namespace Shutterpost\Exceptions;

/** 429: too many calls; `retryAfter` tells when to go on. */
final class RateLimitException extends ShutterpostException
{
}
