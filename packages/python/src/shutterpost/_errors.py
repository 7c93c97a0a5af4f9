from __future__ import annotations

import json
import re
import time
from email.message import Message
from email.utils import parsedate_to_datetime


class ShutterpostError(Exception):
    """What the service refused, or could not do. New codes can be added: have a default for those that you do not know."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: dict[str, list[str]],
        request_id: str | None,
        doc_url: str | None,
        retry_after: float | None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.details = details
        """Messages by field name. Nested fields use dots."""
        self.request_id = request_id
        """Names the call in the logs of the service."""
        self.doc_url = doc_url
        """The page that explains the code."""
        self.retry_after = retry_after
        """After how many seconds it makes sense to try again."""


class AuthenticationError(ShutterpostError):
    """401: the key is missing, unknown or deactivated."""


class PermissionError(ShutterpostError):
    """403: the key, the plan or the workspace does not allow it."""


class NotFoundError(ShutterpostError):
    """404: there is no such object in this workspace and environment."""


class ValidationError(ShutterpostError):
    """400 and 422: what was sent is not valid; `details` has a message for each field."""


class RateLimitError(ShutterpostError):
    """429: too many calls; `retry_after` tells when to go on."""


class ServiceError(ShutterpostError):
    """5xx: the service could not do it."""


class ConnectionError(Exception):
    """There was no response: the network failed or the time was up. The call may have been carried out."""


class VerificationError(Exception):
    """What was received is not genuine or not whole."""


_BY_STATUS: dict[int, type[ShutterpostError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    422: ValidationError,
    429: RateLimitError,
}


def error_of(status: int, headers: Message, body: bytes) -> ShutterpostError:
    try:
        parsed = json.loads(body)
    except ValueError:
        # It came from something in front of the service, a proxy say.
        parsed = None
    whole = parsed if isinstance(parsed, dict) else {}
    error = whole.get("error") if isinstance(whole.get("error"), dict) else {}
    # The one refusal with a shape of its own: email on a plan without it.
    errors = whole.get("errors")
    kind = _BY_STATUS.get(status, ServiceError if status >= 500 else ShutterpostError)
    return kind(
        error.get("message") or whole.get("message") or f"The service responded with status {status}.",
        status=status,
        code=error.get("code") or ("unknown" if errors is None else "validation_error"),
        details=error.get("details") or errors or {},
        request_id=error.get("request_id") or headers.get("x-request-id"),
        doc_url=error.get("doc_url"),
        retry_after=_retry_after(headers.get("retry-after")),
    )


def _retry_after(value: str | None) -> float | None:
    """Seconds or a date, as HTTP allows both."""
    if value is None:
        return None
    if re.fullmatch(r"[0-9]+", value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
