FROM python:3.11-slim AS build
WORKDIR /src
# First what changes rarely. Without pip of its own: nothing in the image can install anything into it later.
COPY requirements.txt .
RUN python -m venv --without-pip /opt/blackjack \
    && pip --python /opt/blackjack/bin/python install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
# With the setuptools of that list, which the bot itself does not need.
RUN pip --python /opt/blackjack/bin/python install --no-cache-dir --no-index --no-deps --no-build-isolation . \
    && pip --python /opt/blackjack/bin/python uninstall --yes setuptools

FROM python:3.11-slim
COPY --from=build /opt/blackjack /opt/blackjack
RUN useradd --system --uid 10001 --no-create-home blackjack \
    && install --directory --owner=blackjack --group=blackjack /data
ENV PATH=/opt/blackjack/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE=/data/blackjack.db \
    BACKUP_DIRECTORY=/data/backups \
    METRICS_HOST=0.0.0.0
USER blackjack
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["blackjack-table", "health"]
ENTRYPOINT ["blackjack-table"]
