# All packages, to build the pages and link the server.
FROM node:26-trixie-slim AS build
WORKDIR /opt/shutterpost
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY tsconfig.json ./
COPY src src
COPY web web
COPY packages packages
COPY docs/contents.json docs/contents.json
COPY docs/guides docs/guides
COPY docs/images docs/images
# The customer pages come first: their build empties the folder that holds all.
RUN node node_modules/vite/bin/vite.js build --logLevel warn web \
 && node node_modules/vite/bin/vite.js build --logLevel warn web/dashboard \
 && node node_modules/vite/bin/vite.js build --logLevel warn web/docs
COPY scripts/link-server.mjs scripts/link-server.mjs
RUN node scripts/link-server.mjs

# Only what the service itself needs.
FROM node:26-trixie-slim AS packages
WORKDIR /opt/shutterpost
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:26-trixie-slim
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Shutterpost" \
      org.opencontainers.image.description="Self-hostable photo requests" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"

WORKDIR /opt/shutterpost
COPY --from=packages /opt/shutterpost/node_modules node_modules
COPY package.json LICENSE ./
COPY docs/openapi.json docs/openapi.json
COPY src src
COPY --from=build /opt/shutterpost/web/dist web/dist
COPY --from=build /opt/shutterpost/dist dist
COPY deploy/health-check.js deploy/health-check.js
COPY deploy/compile.js deploy/compile.js
COPY --chmod=755 deploy/shutterpost /usr/local/bin/shutterpost

# The only folder that is written to besides /tmp. A new volume takes its owner from here.
RUN mkdir --mode=0700 /data && chown node:node /data
VOLUME /data

ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/opt/shutterpost/.compiled \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
EXPOSE 3000
RUN mkdir .compiled && chown 1000:1000 .compiled
# By number: Kubernetes needs a number to verify that it is not root.
USER 1000:1000
# Without it, each start would compile again and use 16 MB more. The flag must match the compiled code.
RUN node --max-semi-space-size=4 deploy/compile.js
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["node", "deploy/health-check.js"]
STOPSIGNAL SIGTERM
# The arguments are those of `npm start`; node itself gets the signals.
CMD ["node", "--max-semi-space-size=4", "src/main.js"]
