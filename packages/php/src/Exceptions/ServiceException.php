<?php

declare(strict_types=1);

namespace Shutterpost\Exceptions;

/** 5xx: the service could not do it. */
final class ServiceException extends ShutterpostException
{
}
