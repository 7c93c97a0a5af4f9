<?php

declare(strict_types=1);

namespace Shutterpost\Exceptions;

/** 403: the key, the plan or the workspace does not allow it. */
final class PermissionException extends ShutterpostException
{
}
