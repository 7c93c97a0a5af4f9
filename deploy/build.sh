#!/bin/sh
# Makes a clone ready to run: pages built, production packages alone. What the Dockerfile does, without Docker.
set -eu
cd "$(dirname "$0")/.."
command -v node > /dev/null || { echo "Shutterpost needs Node, and there is none: https://nodejs.org/en/download" >&2; exit 1; }
node src/node-version.js
npm ci --include=dev --ignore-scripts --no-audit --no-fund
# The customer's pages come first: their build empties the folder that holds both.
node node_modules/vite/bin/vite.js build --logLevel warn web
node node_modules/vite/bin/vite.js build --logLevel warn web/dashboard
npm prune --omit=dev --ignore-scripts --no-audit --no-fund
