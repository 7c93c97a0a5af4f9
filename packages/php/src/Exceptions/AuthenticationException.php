<?php

declare(strict_types=1);

namespace Shutterpost\Exceptions;

/** 401: the key is missing, unknown or deactivated. */
final class AuthenticationException extends ShutterpostException
{
}
