<?php

declare(strict_types=1);

namespace Shutterpost\Exceptions;

/** There was no response: the network failed or the time was up. The call may have been carried out. */
final class ConnectionException extends \RuntimeException
{
}
