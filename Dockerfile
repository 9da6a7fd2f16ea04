# syntax=docker/dockerfile:1

# The image of Sightline: docs/guide/install.md describes how to build and run it.

# Makes the release, as `npm run release` does anywhere.
FROM node:24.21.0-bookworm-slim AS release
WORKDIR /src
COPY . ./
RUN npm ci --no-audit --no-fund
RUN npm run release

# Installs the libraries of the release by its lock file, without what never runs. This base has the program strip.
FROM node:24.21.0-bookworm AS install
WORKDIR /opt/sightline
COPY --from=release /src/release/sightline ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
RUN node scripts/release/slim.js
# Only debuggers read the symbols of Node.js and DuckDB, which are 29 MB.
RUN mkdir ../bin && strip --strip-unneeded -o ../bin/node "$(command -v node)" && strip --strip-unneeded node_modules/@duckdb/*/libduckdb.so
WORKDIR /var/lib/sightline

# The base has the C and C++ libraries, time zones and certificates, and neither a shell nor a package manager.
FROM gcr.io/distroless/cc-debian12
COPY --from=install /opt/bin/node /usr/local/bin/node
COPY --from=install /opt/sightline /opt/sightline
# A volume takes over the owner of this folder.
COPY --from=install --chown=65532:65532 --chmod=700 /var/lib/sightline /var/lib/sightline
# The compiled code of the modules is kept in /tmp, which need not outlive the container.
ENV HOST=0.0.0.0 PORT=5000 SIGHTLINE_WORKER_PORT=5001 SIGHTLINE_DATA_DIR=/var/lib/sightline XDG_CACHE_HOME=/tmp
USER 65532:65532
WORKDIR /opt/sightline
VOLUME ["/var/lib/sightline"]
EXPOSE 5000 5001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --start-interval=2s \
  CMD ["node", "packages/server/src/sightline.js", "health"]
ENTRYPOINT ["node", "packages/server/src/sightline.js"]
