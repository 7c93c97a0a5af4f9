<?php

declare(strict_types=1);

namespace Shutterpost\Exceptions;

/** 400 and 422: what was sent is not valid; `details` has a message for each field. */
final class ValidationException extends ShutterpostException
{
}
