"""Client of Shutterpost: ask for photos, get live ones back, verify webhooks."""

from . import types
from ._client import Shutterpost
from ._errors import (
    AuthenticationError,
    ConnectionError,
    NotFoundError,
    PermissionError,
    RateLimitError,
    ServiceError,
    ShutterpostError,
    ValidationError,
    VerificationError,
)
from ._returns import Return, verify_return
from ._transport import Download, Page, PageMeta, Pages
from ._webhooks import WebhookEvent, verify_webhook

__all__ = [
    "AuthenticationError",
    "ConnectionError",
    "Download",
    "NotFoundError",
    "Page",
    "PageMeta",
    "Pages",
    "PermissionError",
    "RateLimitError",
    "Return",
    "ServiceError",
    "Shutterpost",
    "ShutterpostError",
    "ValidationError",
    "VerificationError",
    "WebhookEvent",
    "types",
    "verify_return",
    "verify_webhook",
]
