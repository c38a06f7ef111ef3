# docker build -t mintglass .
# docker run -d --name mintglass -p 127.0.0.1:8787:8787 -v mintglass:/var/lib/mintglass -e SOLANA_RPC_URL=... mintglass
#
# The tree is the one that systemd/install.sh installs, so it runs in live mode. The C library must be glibc.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY explorer/package.json explorer/
RUN npm ci --omit=dev
COPY . .
RUN systemd/install.sh --root /stage

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 999 --user-group --home-dir /var/lib/mintglass --shell /usr/sbin/nologin mintglass \
  && install -d -m 0700 -o mintglass -g mintglass /var/lib/mintglass /run/mintglass
COPY --from=build /stage/opt/mintglass /opt/mintglass
WORKDIR /opt/mintglass
# As in systemd/mintglass.service. Inside a container every address of the machine is its own.
ENV NODE_ENV=production \
  MINTGLASS_MODE=live \
  MINTGLASS_DATA_DIR=/var/lib/mintglass \
  RUNTIME_DIRECTORY=/run/mintglass \
  HOST=0.0.0.0 \
  PORT=8787 \
  MALLOC_MMAP_THRESHOLD_=4194304 \
  MALLOC_TRIM_THRESHOLD_=67108864
USER mintglass
VOLUME /var/lib/mintglass
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["/opt/mintglass/node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/mintglass/node_modules/.bin/node", "/opt/mintglass/src/server.ts"]
