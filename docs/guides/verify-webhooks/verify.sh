#!/bin/sh
# WEBHOOK_SECRET=whsec_… sh verify.sh "$SIGNATURE" < body; exits with 0 if the webhook is genuine, otherwise with 1.
set -eu
[ -n "${WEBHOOK_SECRET:-}" ] || { echo 'The signing secret is missing' >&2; exit 1; }

hmac() {
  digest=$(openssl dgst -sha256 -r -hmac "$1") && printf %s "${digest%% *}"
}

expected="sha256=$(hmac "$WEBHOOK_SECRET")" || exit 1

# A shell does not compare in constant time, so it compares hashes that no one outside can predict.
once=$(openssl rand -hex 16)
expected=$(printf %s "$expected" | hmac "$once")
given=$(printf %s "${1:-}" | hmac "$once")
[ -n "$given" ] && [ "$given" = "$expected" ]
