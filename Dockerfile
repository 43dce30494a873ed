FROM python:3.11-slim AS build
WORKDIR /src
COPY . .
# Without pip of its own: nothing in the image can install anything into it later.
RUN python -m venv --without-pip /opt/blackjack \
    && pip --python /opt/blackjack/bin/python install --no-cache-dir .

FROM python:3.11-slim
COPY --from=build /opt/blackjack /opt/blackjack
RUN useradd --system --uid 10001 --no-create-home blackjack \
    && install --directory --owner=blackjack --group=blackjack /data
ENV PATH=/opt/blackjack/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE=/data/blackjack.db \
    BACKUP_DIRECTORY=/data/backups \
    MPLCONFIGDIR=/data/.matplotlib
USER blackjack
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
