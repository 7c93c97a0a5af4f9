<?php

declare(strict_types=1);

namespace Shutterpost\Exceptions;

/** 404: there is no such object in this workspace and environment. */
final class NotFoundException extends ShutterpostException
{
}
