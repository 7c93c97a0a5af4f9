<?php

declare(strict_types=1);

namespace Shutterpost\Exceptions;

/** What was received is not genuine or not whole. */
final class VerificationException extends \RuntimeException
{
}
