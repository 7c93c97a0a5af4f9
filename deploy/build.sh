#!/bin/sh
# Makes a clone ready to run: pages built, production packages alone. What the Dockerfile does, without Docker.
set -eu
cd "$(dirname "$0")/.."
npm ci --include=dev --ignore-scripts --no-audit --no-fund
# The customer's pages come first: their build empties the folder that holds both.
node node_modules/vite/bin/vite.js build --logLevel warn web
node node_modules/vite/bin/vite.js build --logLevel warn web/dashboard
npm prune --omit=dev --ignore-scripts --no-audit --no-fund
