from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypedDict

from ._errors import VerificationError

TOLERANCE_SECONDS = 300
PREFIX = "whsec_"


class WebhookEvent(TypedDict):
    id: str
    """The same on every attempt and every replay: process each id once."""
    event: str
    timestamp: str
    environment: Literal["live", "test"] | str
    data: dict[str, Any]


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Iterable[str],
    *,
    tolerance: float = TOLERANCE_SECONDS,
) -> WebhookEvent:
    """
    The event, once it is sure that it is genuine and not an old one sent again; otherwise a `VerificationError`.
    It looks at `webhook-signature` alone: `X-Webhook-Signature` says nothing about id and age, so a recorded webhook
    would fit forever.

    body: as received, before anything has parsed it.
    secret: `whsec_…`. During a rotation give both.
    tolerance: how old a webhook may be, in seconds.
    """
    secrets = given_secrets(secret)
    raw = body.encode() if isinstance(body, str) else bytes(body)
    header = {name.lower(): value for name, value in headers.items()}
    id, timestamp = header.get("webhook-id"), header.get("webhook-timestamp")
    signatures = header.get("webhook-signature")
    if id is None or timestamp is None or signatures is None:
        raise VerificationError("The signature is missing.")
    if not _is_signed(f"{id}.{timestamp}.".encode() + raw, signatures, secrets):
        raise VerificationError("The signature is wrong.")
    require_recent(timestamp, tolerance, "The webhook is too old, or a clock is wrong.")
    return {**_parse(raw), "id": id}  # type: ignore[typeddict-item]


def given_secrets(secret: str | Iterable[str]) -> list[str]:
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise ValueError("`secret` is missing.")
    return secrets


def require_recent(timestamp: str, tolerance: float, message: str) -> None:
    is_recent = re.fullmatch(r"[0-9]{1,15}", timestamp) and abs(time.time() - int(timestamp)) <= tolerance
    if not is_recent:
        raise VerificationError(message)


def _is_signed(signed: bytes, header: str, secrets: list[str]) -> bool:
    """As Standard Webhooks has it: several signatures, of which one has to fit."""
    given = [_from_base64(part[3:]) for part in header.split(" ") if part.startswith("v1,")]
    expected = [hmac.digest(_key_of(secret), signed, hashlib.sha256) for secret in secrets]
    return any(hmac.compare_digest(one, other) for one in given for other in expected)


def _key_of(secret: str) -> bytes:
    key = _from_base64(secret.removeprefix(PREFIX))
    # With an empty key anyone could sign.
    if not key:
        raise ValueError("`secret` is not one of a webhook endpoint.")
    return key


def _from_base64(text: str) -> bytes:
    """Empty for what is none, which fits nothing."""
    bare = text.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_" if re.search("[-_]", bare) else None)
    except (binascii.Error, ValueError):
        return b""


def _parse(body: bytes) -> dict[str, Any]:
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise VerificationError("The body is not a JSON object.")
    return event
