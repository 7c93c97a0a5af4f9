#!/bin/sh
# Prepares a clone for production: builds the pages, links the server and keeps only production packages. What the Dockerfile does, without Docker.
set -eu
cd "$(dirname "$0")/.."
command -v node > /dev/null || { echo "Shutterpost needs Node, which is not installed: https://nodejs.org/en/download" >&2; exit 1; }
node src/node-version.js
npm ci --include=dev --ignore-scripts --no-audit --no-fund
# The customer pages come first: their build empties the folder that holds all.
node node_modules/vite/bin/vite.js build --logLevel warn web
node node_modules/vite/bin/vite.js build --logLevel warn web/dashboard
node node_modules/vite/bin/vite.js build --logLevel warn web/docs
node scripts/link-server.mjs
npm prune --omit=dev --ignore-scripts --no-audit --no-fund
