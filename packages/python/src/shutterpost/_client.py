from __future__ import annotations

import hashlib
import hmac
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

from ._errors import ConnectionError, VerificationError, error_of
from ._transport import NETWORK_ERRORS, USER_AGENT, Transport
from .generated.resources import Resources


class Shutterpost(Resources):
    """A client of one installation with one key. It can be shared between threads."""

    def __init__(self, base_url: str, api_key: str, *, max_retries: int = 3, timeout: float = 30) -> None:
        """
        base_url: address of the installation, such as `https://photos.example.com`.
        api_key: `shp_live_…` or `shp_test_…`. Never put it into a page or an app that others get.
        max_retries: how often a call is repeated that failed through no fault of its own.
        timeout: seconds that the network may be silent.
        """
        super().__init__(Transport(base_url, api_key, max_retries=max_retries, timeout=timeout))
        self._timeout = timeout

    def download_photo(self, photo: Mapping[str, Any]) -> bytes:
        """The photo's file, once it is sure that it is the one that the customer sent."""
        try:
            # The link is signed: the key would only be told to a bucket.
            request = urllib.request.Request(photo["url"], headers={"User-Agent": USER_AGENT})
            with urllib.request.urlopen(request, timeout=self._timeout) as response:
                file: bytes = response.read()
        except urllib.error.HTTPError as response:
            with response:
                raise error_of(response.code, response.headers, response.read()) from None
        except NETWORK_ERRORS as error:
            raise ConnectionError(f"The photo could not be read: {error}") from error
        if not hmac.compare_digest(hashlib.sha256(file).hexdigest(), photo["sha256"]):
            raise VerificationError("The photo is not the one that was sent.")
        return file
