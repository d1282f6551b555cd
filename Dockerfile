# Any Debian 12 with the Swift 6.3 toolchain, and any Debian 12.
ARG BUILDER_IMAGE=docker.io/library/swift:6.3-bookworm
ARG RUNTIME_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILDER_IMAGE} AS builder
WORKDIR /martlet
COPY Package.swift ./
COPY scripts/deps scripts/
RUN scripts/deps
COPY . .
RUN scripts/build \
    && install -D --strip .build/release/martlet /install/usr/local/bin/martlet \
    && install -D --mode 644 config/container.json5 /install/etc/martlet/martlet.json5

FROM ${RUNTIME_IMAGE}
LABEL org.opencontainers.image.title=martlet org.opencontainers.image.version=0.3.0
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates libcurl4 libjemalloc2 liblz4-1 libssl3 libpq5 libsqlite3-0 liburing2 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 7750 --home-dir /var/lib/martlet --create-home --shell /usr/sbin/nologin martlet \
    && chmod 700 /var/lib/martlet
COPY --from=builder /install /
USER martlet
WORKDIR /var/lib/martlet
VOLUME /var/lib/martlet
ENV MARTLET_CONFIG=/etc/martlet/martlet.json5 MARTLET_LISTEN_PORT=7750
EXPOSE 7750 7751
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD bash -c '\
    exec 3<>/dev/tcp/127.0.0.1/$MARTLET_LISTEN_PORT \
    && printf "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >&3 \
    && read -r _ status _ <&3 && [[ $status == 200 ]]'
ENTRYPOINT ["martlet"]
CMD ["serve", "--make-keys"]
