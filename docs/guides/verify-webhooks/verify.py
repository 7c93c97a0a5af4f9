# WEBHOOK_SECRET=whsec_… python3 verify.py "$SIGNATURE" < body; exits with 0 if the webhook is genuine, otherwise with 1.
import hashlib
import hmac
import os
import sys


def is_genuine(body: bytes, signature: str, secret: str) -> bool:
    """`body` is the raw request body, before anything has parsed it."""
    if not secret:
        raise ValueError("The signing secret is missing")
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={digest}".encode(), signature.encode())


if __name__ == "__main__":
    secret = os.environ.get("WEBHOOK_SECRET", "")
    signature = sys.argv[1] if len(sys.argv) > 1 else ""
    sys.exit(0 if is_genuine(sys.stdin.buffer.read(), signature, secret) else 1)
