from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from ._errors import VerificationError
from ._webhooks import TOLERANCE_SECONDS, given_secrets, require_recent


@dataclass(frozen=True)
class Return:
    photo_request_id: str
    status: str


def verify_return(
    url: str, secret: str | Iterable[str], *, tolerance: float = TOLERANCE_SECONDS
) -> Return:
    """
    Which photo request a customer comes back from, once it is sure that the service sent them; otherwise a
    `VerificationError`. Compare it with the one that you are waiting for.

    url: the address that was called, at least its path and query.
    secret: `rtsec_…`. During a rotation give both.
    tolerance: how old the signature may be, in seconds.
    """
    secrets = given_secrets(secret)
    query: dict[str, str] = {}
    for name, value in parse_qsl(urlsplit(url).query, keep_blank_values=True):
        query.setdefault(name, value)
    id, status, t = (query.get(name, "") for name in ("photo_request_id", "status", "t"))
    signed = f"{id}.{status}.{t}".encode()
    expected = [hmac.new(each.encode(), signed, hashlib.sha256).hexdigest().encode() for each in secrets]
    # While the secret is rotated there are two.
    given = [part.encode() for part in query.get("signature", "").split(".")]
    if not any(hmac.compare_digest(one, other) for one in given for other in expected):
        raise VerificationError("The signature is wrong or missing.")
    require_recent(t, tolerance, "The return is too old, or a clock is wrong.")
    return Return(id, status)
