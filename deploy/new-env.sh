#!/bin/sh
# Prints deploy/example.env with new secrets: sh deploy/new-env.sh HOST EMAIL > .env
set -eu
[ $# -eq 2 ] || { echo "Usage: sh deploy/new-env.sh photos.example.com you@example.com > .env" >&2; exit 1; }
secret() { openssl rand -hex 32; }
sed -e "s|^SITE=\$|SITE=$1|" \
  -e "s|^ACME_EMAIL=\$|ACME_EMAIL=$2|" \
  -e "s|^SECRET_KEY=\$|SECRET_KEY=$(secret)|" \
  -e "s|^POSTGRES_PASSWORD=\$|POSTGRES_PASSWORD=$(secret)|" \
  -e "s|^VALKEY_PASSWORD=\$|VALKEY_PASSWORD=$(secret)|" \
  -e "s|^STORE_KEY=\$|STORE_KEY=GK$(openssl rand -hex 12)|" \
  -e "s|^STORE_SECRET=\$|STORE_SECRET=$(secret)|" \
  -e "s|^STORE_RPC_SECRET=\$|STORE_RPC_SECRET=$(secret)|" \
  "$(dirname "$0")/example.env"
